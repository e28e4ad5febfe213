/** What a task asks for: the sites that it names, and the words to search by. */
import type { DataShape, ObjectShape } from "../../extraction/domain/DataShape.ts"
import { isGeneric, spokenName } from "../../extraction/domain/fieldNames.ts"
import type { NamedSite } from "../../extraction/domain/NamedSite.ts"
import { parseUrl } from "../../security/domain/parseUrl.ts"

/** Most characters of a query; backends take no more. */
const longestQuery = 300

/** Characters before an address in which something may point to it. */
const longestPointer = 40

/** Sites that a task names and that are read. */
const mostSites = 3

const addresses =
  /https?:\/\/[^\s"'<>()[\]{}]{1,2000}|(?<![@\p{L}\p{N}.-])(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,24}):\d{2,5}(?:\/[^\s"'<>()[\]{}]{0,2000})?|(?<![@\p{L}\p{N}.-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?::\d{2,5})?(?:\/[^\s"'<>()[\]{}]{0,2000})?/giu

/** What people say before they say what they want to know. */
const politeness =
  /^(?:(?:please|kindly|can you|could you|would you|i want to know|i would like to know|tell me|find out|find|look up|search for|research|give me|list|show me|answer|bitte|finde|sag mir|suche)\b[\s,:]*)+/i

const questionWords =
  /^(?:what(?:'s| is| are| was| were)?|who(?:'s| is| are| was| were)?|when (?:was|is|were|did)|where (?:is|are|was)|which|how (?:much|many) (?:is|are|does|do|did)?|how|why|wie|was ist|wer ist|wann|wo|qui est|quand|quel(?:le)? est)\b\s*/i

/**
 * The sites that a task names, each once. What has no scheme is one where `isHost` says that a host may be called so: `Node.js` is none. A port says
 * so itself.
 *
 * @internal
 */
export const sitesIn = (task: string, isHost: (host: string) => boolean): ReadonlyArray<NamedSite> => {
  const found = new Map<string, NamedSite>()
  for (const [written] of task.matchAll(addresses)) {
    const bare = written.replace(/(?<![.,;:!?])[.,;:!?]+$/, "")
    const isAddress = /^https?:\/\//i.test(bare)
    // Nobody writes a port behind what is no host.
    const hasPort = /^[^/]+:\d{2,5}(?:\/|$)/.test(bare)
    const urls = (isAddress ? [bare] : [`https://${bare}`, `http://${bare}`]).flatMap((one) => parseUrl(one) ?? [])
    const [url] = urls
    if (url === undefined || !(isAddress || hasPort || isHost(url.hostname)) || found.has(url.host)) continue
    found.set(url.host, { urls: urls.map(({ href }) => href), host: url.host })
    if (found.size === mostSites) break
  }
  return [...found.values()]
}

const namesOf = (shape: DataShape): ReadonlyArray<string> => {
  if (shape.kind === "list") return namesOf(shape.items)
  return shape.kind === "object" ? shape.properties.flatMap(({ name, shape }) => [name, ...namesOf(shape)]) : []
}

/** What sends whoever reads a task to an address, and asks nothing: *see*, *Source:*. */
const pointers =
  /(?:(?<!\p{L})(?:see|look at|siehe|voir|véase)(?:\s(?:also|auch|aussi|también))?|(?<=(?:^|[.?!,;(])\s?)(?:please\s|bitte\s)?(?:visit|check|use|source|website|site|page|besuche|quelle|seite|fuente))[\s:]{1,3}$/iu

/** A task without addresses and what points to them. @internal */
export const withoutAddresses = (task: string): string => {
  let left = ""
  let end = 0
  for (const { 0: address, index } of task.matchAll(addresses)) {
    const before = task.slice(end, index)
    const pointing = pointers.exec(before.slice(-longestPointer))?.[0].length ?? 0
    left += `${before.slice(0, before.length - pointing)} `
    end = index + address.length
  }
  return left + task.slice(end)
}

/** The task without what is said for politeness and without addresses. */
const plainOf = (task: string): string =>
  withoutAddresses(task)
    .replace(/\s+/g, " ")
    .trim()
    .replace(politeness, "")
    .replace(questionWords, "")
    .replace(/(?<![?!.\s])[?!.\s]+$/, "")

/** What the task is about: names that it writes with capitals or in quotes, and the sites it names. */
const subjectOf = (task: string, sites: ReadonlyArray<NamedSite>): string => {
  const quoted = [...task.matchAll(/["“”„«]([^"“”„«»]{2,60})["“”»]/gu)].map(([, name = ""]) => name)
  const plain = plainOf(task)
  const named = [...plain.matchAll(/(?:\p{Lu}[\p{L}\p{N}&'’-]*)(?:\s+\p{Lu}[\p{L}\p{N}&'’-]*)*/gu)].map(
    ([name]) => name
  )
  const hosts = sites.map(
    ({ host }) =>
      host
        .replace(/:\d+$/, "")
        .replace(/^www\./, "")
        .split(".")[0] ?? ""
  )
  return [...new Set([...quoted, ...named, ...hosts])].slice(0, 4).join(" ")
}

const cut = (text: string): string => {
  if (text.length <= longestQuery) return text
  const short = text.slice(0, longestQuery)
  return short.slice(0, Math.max(short.lastIndexOf(" "), longestQuery / 2))
}

/** The queries that the task is searched by, the likeliest first, at most so many. @internal */
export const queriesOf = (
  task: string,
  shape: ObjectShape,
  sites: ReadonlyArray<NamedSite>,
  most: number
): ReadonlyArray<string> => {
  const plain = plainOf(task)
  const subject = subjectOf(task, sites)
  const first = plain === "" ? subject : plain
  const fields = shape.properties
    .filter(({ name }) => !isGeneric(name))
    .map(({ name, shape }) => [spokenName(name), ...namesOf(shape).slice(0, 3).map(spokenName)].join(" "))
  const more = subject === "" ? [] : [subject, ...fields.map((field) => `${subject} ${field}`)]
  return [...new Set([first, ...more].map((query) => cut(query.trim())).filter((query) => query !== ""))].slice(0, most)
}
