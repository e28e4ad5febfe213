/**
 * Stacks that name the sources where a bundle runs, as they do without one; imported by every program of the bundle.
 *
 * Node's own reading of source maps would read each with its module, at every start. This one reads them with the first
 * stack that anybody looks at.
 */
import { readFileSync } from "node:fs"
import { SourceMap, type SourceMapping } from "node:module"
import { fileURLToPath } from "node:url"

const maps = new Map<string, SourceMap | undefined>()

const mapOf = (url: string): SourceMap | undefined => {
  if (!maps.has(url)) {
    let map: SourceMap | undefined
    try {
      map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), "utf8")))
    } catch {
      // Without its map, the place in the module itself has to do.
    }
    maps.set(url, map)
  }
  return maps.get(url)
}

/** The folder of the bundle, in which this module has the place of its source. */
const bundle = new URL("../../", import.meta.url).href

const place = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/

const inSource = (found: string, url: string, line: string, column: string): string => {
  const entry = url.startsWith(bundle) ? mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1) : undefined
  if (entry === undefined || !("originalSource" in entry)) return found
  const { originalColumn, originalLine, originalSource } = entry as SourceMapping
  return `${new URL(originalSource, url).href}:${originalLine + 1}:${originalColumn + 1}`
}

Error.prepareStackTrace = (error, frames) =>
  [String(error), ...frames.map((frame) => `    at ${String(frame).replace(place, inSource)}`)].join("\n")
