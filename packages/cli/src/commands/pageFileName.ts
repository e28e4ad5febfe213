/** Which file keeps a page of a crawl: a name that every file system takes, below the folder it is meant for. */
import { normalized } from "@kittiwake/core/internal/paging/domain/normalized"
import { withoutWww } from "@kittiwake/core/internal/sites/domain/SiteScope"

/** Most characters of one name: with four bytes each, an ending and a number it stays below the usual 255 bytes. */
const maxLength = 55

/** Most folders above a file. */
const maxFolders = 8

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Letters, digits, dots, hyphens and underscores; never a name that means another folder, a device or a hidden file. */
const clean = (segment: string): string => {
  const plain = normalized(decoded(segment), "NFC").replace(/[^\p{L}\p{N}._-]+/gu, "-")
  const short = [...plain].slice(0, maxLength).join("")
  const name = short.replace(/^[.-]+/, "").replace(/(?<![.-])[.-]+$/, "")
  return reserved.test(name) ? `_${name}` : name
}

/** A folder never has the ending of a file, so that the two cannot meet. */
const folderName = (segment: string): string => clean(segment).replace(/\.md$/i, "_md")

const hostOf = (url: URL): string => withoutWww(url.hostname) + (url.port === "" ? "" : `-${url.port}`)

/** The name for the page at `url` of a crawl that began at `start`, with `/` between folders. */
export const pageFileName = (url: string, start: string): string => {
  const at = new URL(url)
  const segments = at.pathname.split("/").filter((segment) => clean(segment) !== "")
  const last = segments.pop()?.replace(/\.x?html?$/i, "") ?? ""
  const query = at.search === "" ? "" : `-${clean(at.search.slice(1))}`
  const name = [...`${clean(last) || "index"}${query}`].slice(0, maxLength).join("")
  const elsewhere = hostOf(at) === hostOf(new URL(start)) ? [] : [hostOf(at)]
  return [...[...elsewhere, ...segments].slice(0, maxFolders).map(folderName), `${name}.md`].join("/")
}

const numbered = (name: string, count: number): string => {
  const ending = name.lastIndexOf(".")
  return `${name.slice(0, ending)}-${count}${name.slice(ending)}`
}

/** Tells names apart that some file system would take for one: the second gets a number, in front of its ending. */
export const distinctNames = () => {
  /** With the number that the next of that name gets, so that thousands of one name are not counted through each time. */
  const taken = new Map<string, number>()
  return (name: string): string => {
    const asked = name.toLowerCase()
    let count = taken.get(asked) ?? 1
    let distinct = name
    for (; taken.has(distinct.toLowerCase()); count++) distinct = numbered(name, count + 1)
    taken.set(asked, count)
    taken.set(distinct.toLowerCase(), taken.get(distinct.toLowerCase()) ?? 1)
    return distinct
  }
}
