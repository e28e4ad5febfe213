/** Texts that are repeated: what a module looks for itself, and what breaks readers of any kind. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync, Visitor } from "oxc-parser"
import { root } from "../../scripts/workspace.ts"

/** What is repeated, and what ends it. */
export interface Unit {
  readonly unit: string
  readonly after: string
}

const generic = [
  ..."aA19 -([{\"'<*?+&%=:;@.,/|#$€~^!_\\`\n\té東の🙂",
  ...[
    "1,",
    "1.",
    "1 ",
    "A. ",
    "Aa ",
    "</",
    "<a>",
    "<b",
    "<!--",
    "/*",
    "//",
    "&amp;",
    "%20",
    "%e4",
    "..",
    "a.b",
    "a@b.c "
  ],
  ...[
    "http://",
    "https://a.b/",
    "\r\n",
    "\u00a0",
    "\u200b",
    "e\u0301",
    "0",
    "x-",
    "--",
    "{{",
    "}}",
    "**",
    "](",
    "![",
    "\ud800"
  ],
  ...[
    "1-1",
    "12:30 ",
    "2024-01-01 ",
    "$5 ",
    "5 € ",
    "a: b\n",
    "a, ",
    "- a\n",
    "| a ",
    "Jane Roe, ",
    "a=b&",
    "a=b; ",
    "\u0301"
  ]
]

const separators = [" ", "", ", ", ".", "-", "\n"]
const afters = ["", "!", "\u0000x", "(", "€"]

/** Words and signs that a module holds in its texts and expressions. */
const wordsIn = (file: string): ReadonlyArray<string> => {
  const words = new Set<string>()
  const take = (text: string) => {
    for (const word of text.replaceAll(/\\[pP]\{[^}]*\}|\\[a-zA-Z]/g, " ").split(/[\s|()?:[\]{}*+^$",`\\]+/))
      if (word.length > 0 && word.length < 25) words.add(word)
  }
  new Visitor({
    Literal: (node) => {
      if ("regex" in node && node.regex !== undefined) take(node.regex.pattern)
      else if (typeof node.value === "string" && node.value.length < 200) {
        take(node.value)
        if (node.value !== "" && node.value.length < 12) words.add(node.value)
      }
    },
    TemplateElement: ({ value }) => {
      take(value.raw)
    },
    ImportDeclaration: ({ source }) => {
      words.delete(source.value)
    }
  }).visit(parseSync(file, readFileSync(join(root, file), "utf8")).program)
  return [...words]
}

/** The same texts each time: what is found once is found again. */
const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >> 8) % below
  }
}

const mostWords = 80
const pairs = 140
const triples = 50

export const unitsOf = (file: string, seed = 7): ReadonlyArray<Unit> => {
  const below = numbersFrom(seed)
  const words = [...wordsIn(file)].filter((word) => !/^(?:\.{1,2}\/|node:|@kittiwake|effect)/.test(word))
  while (words.length > mostWords) words.splice(below(words.length), 1)
  const all = [...generic, ...words]
  const one = () => all[below(all.length)]! + separators[below(separators.length)]!
  return [
    ...all.flatMap((word) => [
      { unit: word, after: "!x" },
      { unit: `${word} `, after: "" }
    ]),
    ...words.flatMap((word) => [{ unit: `${word}, `, after: "" }]),
    ...Array.from({ length: pairs }, () => ({ unit: one() + one(), after: afters[below(afters.length)]! })),
    ...Array.from({ length: triples }, () => ({ unit: one() + one() + one(), after: "" }))
  ]
}
