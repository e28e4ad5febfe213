/** What the guides show: commands to type, and what is printed then. */

/**
 * What a block of commands says of itself behind `sh`: it goes on until it is ended, it needs a browser, or it is run nowhere here,
 * because it needs what a test has not (another machine, a registry).
 */
export const kinds = ["serves", "browser", "elsewhere"] as const
export type Kind = (typeof kinds)[number]

export interface Commands {
  readonly type: "commands"
  readonly kind: Kind | "runs"
  readonly line: number
  readonly text: string
}

/** What is printed by the commands before it, or meanwhile by what goes on since an earlier block. */
export interface Printed {
  readonly type: "printed"
  readonly line: number
  readonly text: string
}

const fence = /^```(.*)\n([\s\S]*?)^```$/gm

/** The blocks of a page that are commands or what they print, in order. */
export const fencesOf = (page: string): ReadonlyArray<Commands | Printed> =>
  [...page.matchAll(fence)].flatMap(({ 1: info = "", 2: text = "", index }): ReadonlyArray<Commands | Printed> => {
    const line = page.slice(0, index).split("\n").length
    if (info === "") return [{ type: "printed", line, text }]
    const [language, said] = info.split(" ")
    if (language !== "sh") return []
    if (said === undefined) return [{ type: "commands", kind: "runs", line, text }]
    const kind = kinds.find((known) => known === said)
    if (kind === undefined) throw new Error(`Line ${line}: "sh ${said}" is none of ${kinds.join(", ")}.`)
    return [{ type: "commands", kind, line, text }]
  })

const isAssignment = /^(?:export )?[A-Z_]+=(?:"[^"]*"|[^\s"]*)\s*(?:#.*)?$/

/** Whether the quotes of a command are closed and no line goes on. */
const isWhole = (command: string): boolean => {
  let quote = ""
  for (const [index, character] of [...command].entries()) {
    if (quote === "" && (character === "'" || character === '"') && command[index - 1] !== "\\") quote = character
    else if (character === quote) quote = ""
  }
  return quote === "" && !command.endsWith("\\")
}

/** The commands of a block one by one, each with the assignments that stand before it. */
export const commandsOf = (text: string): ReadonlyArray<string> => {
  const commands: Array<string> = []
  const assigned: Array<string> = []
  let open = ""
  for (const line of text.split("\n")) {
    open = open === "" ? line : `${open}\n${line}`
    if (open.trim() === "") open = ""
    if (open === "" || !isWhole(open)) continue
    if (isAssignment.test(open)) assigned.push(open)
    else commands.push([...assigned, open].join("\n"))
    open = ""
  }
  if (open !== "") throw new Error(`A command is not ended: ${open}`)
  return commands.length === 0 && assigned.length > 0 ? [assigned.join("\n")] : commands
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** An id or secret as the guides shorten it. */
const shortened = /\b([a-z]{2,5})_[0-9A-Za-z]{4}…/g

/** What may be another: such an id, a time, anything where "…" stands, and white space. */
const open =
  /\b(?<kind>[a-z]{2,5})_[0-9A-Za-z]{4}…|(?<time>\b(?:\d{4}-\d\d-\d\dT)?\d\d:\d\d:\d\d\.\d{3}Z?)|(?<any>…)|(?<space>\s+)/g

/** What finds the printed text. */
export const expectation = (printed: string): RegExp => {
  const text = printed.trim()
  let source = ""
  let from = 0
  for (const { 0: found, groups = {}, index } of text.matchAll(open)) {
    source += escaped(text.slice(from, index))
    if (groups.kind !== undefined) source += `${groups.kind}_[0-9A-Za-z+/=]+`
    else if (groups.time !== undefined) source += "[\\dT:.-]+Z?"
    else source += groups.any === undefined ? "\\s*" : "[\\s\\S]*?"
    from = index + found.length
  }
  return new RegExp(source + escaped(text.slice(from)))
}

/** Ids and secrets in what was printed, the last of each kind. */
export const idsIn = (printed: string): ReadonlyMap<string, string> =>
  new Map([...printed.matchAll(/\b([a-z]{2,5})_[0-9A-Za-z+/=]{20,}/g)].map(({ 0: id, 1: kind }) => [kind!, id]))

/** A command with ids that were printed in place of those that the guides shorten. */
export const withIds = (command: string, ids: ReadonlyMap<string, string>): string =>
  command.replace(shortened, (short, kind: string) => {
    const id = ids.get(kind)
    if (id === undefined) throw new Error(`${short} was not printed before it is typed.`)
    return id
  })
