/**
 * Makes `packages/core/src/design/domain/googleFamilies.ts`, the families that Google serves by their categories, from an npm package.
 *
 * `node scripts/fonts/makeGoogleFamilies.ts FOLDER`, where FOLDER is the package `google-fonts-complete` as `npm pack` gives it,
 * unpacked. It is no dependency: the list is kept, so that nobody needs it but who makes it anew.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../workspace.ts"

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error("Usage: node scripts/fonts/makeGoogleFamilies.ts FOLDER")
  process.exit(2)
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, path), "utf8"))

const { version } = read("package.json") as { readonly version: string }
const fonts = Object.entries(read("google-fonts.json") as Record<string, { readonly category: string }>)

const categories = ["sans-serif", "serif", "monospace", "display", "handwriting"]

/** Families in lines that a reader can take in, each family whole. */
const linesOf = (families: ReadonlyArray<string>): string =>
  families
    .reduce<Array<string>>((lines, family) => {
      const last = lines.at(-1)
      if (last === undefined || last.length + family.length > 118) lines.push(family)
      else lines[lines.length - 1] = `${last}|${family}`
      return lines
    }, [])
    .join("\n")

const listOf = (category: string): string => {
  const families = fonts.flatMap(([family, font]) => (font.category === category ? [family] : []))
  return `  [\n    "${category}",\n    \`${linesOf(families.toSorted())}\`\n  ]`
}

const text = `/**
 * The families that Google serves, by their categories; \`scripts/fonts/makeGoogleFamilies.ts\` makes this file.
 *
 * Source: google-fonts-complete ${version}, CC0 1.0. Families are parted by \`|\` and by lines.
 */
export const googleFamilies = [
${categories.map(listOf).join(",\n")}
] as const
`

writeFileSync(join(root, "packages/core/src/design/domain/googleFamilies.ts"), text)
