/** Requests that the code of a call makes, in each of its languages: what a program that took the code along would send. */
import { assert } from "@effect/vitest"

/** A request as every language says it. */
export interface Said {
  readonly method: string
  readonly url: string
  /** Bytes of a file are told by the name of the file. */
  readonly body: unknown
  readonly type: string | null
}

/** Words of a shell's line, with their quotes taken away. Nothing is put in for variables. */
const wordsOf = (line: string): ReadonlyArray<string> => {
  const words: Array<string> = []
  let word: string | null = null
  for (const [piece = ""] of line.matchAll(/'[^']*'|"[^"]*"|\\[\s\S]|\s+|[^\s'"\\]+/g)) {
    if (/^\s/.test(piece)) {
      if (word !== null) words.push(word)
      word = null
    } else if (piece !== "\\\n") {
      word = (word ?? "") + (/^['"]/.test(piece) ? piece.slice(1, -1) : piece.startsWith("\\") ? piece.slice(1) : piece)
    }
  }
  return word === null ? words : [...words, word]
}

/** What a line of curl sends. */
export const saidByCurl = (code: string): Said => {
  const [program, ...words] = wordsOf(code)
  assert.strictEqual(program, "curl")
  let [url, method, data, type]: [string, string | null, string | null, string | null] = ["", null, null, null]
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (!word.startsWith("-")) url = word
    else if (word === "-X") method = words[++at] ?? ""
    else if (word === "-d" || word === "--data-binary") data = words[++at] ?? ""
    else if (word === "-H") type = /^Content-Type: (.*)$/.exec(words[++at] ?? "")?.[1] ?? type
    else assert.fail(`curl is given ${word}`)
  }
  return {
    method: method ?? (data === null ? "GET" : "POST"),
    url,
    body: data === null ? null : data.startsWith("@") ? { file: data.slice(1) } : JSON.parse(data),
    type
  }
}

type Program = (
  fetch: (url: string, init: RequestInit) => Promise<unknown>,
  process: { readonly env: Readonly<Record<string, string>> },
  console: { readonly log: (value: unknown) => void },
  readFile: (name: string) => Promise<unknown>
) => Promise<void>

const AsyncFunction = (async () => {}).constructor as new (...of: ReadonlyArray<string>) => Program

/** Runs the code of TypeScript, which has no types, and answers with what it prints. */
export const runTypeScript = async (
  code: string,
  fetch: (url: string, init: RequestInit) => Promise<unknown>,
  key: string
): Promise<unknown> => {
  let printed: unknown
  const program = new AsyncFunction("fetch", "process", "console", "readFile", code.replace(/^import .*\n/gm, ""))
  const log = (value: unknown) => {
    printed = value
  }
  await program(fetch, { env: { KITTIWAKE_API_KEY: key } }, { log }, async (file) => ({ file }))
  return printed
}

/** What the code of TypeScript sends. */
export const saidByTypeScript = async (code: string): Promise<Said> => {
  let said: Said | undefined
  await runTypeScript(
    code,
    async (url, { body, headers, method }) => {
      const type = new Headers(headers).get("content-type")
      said = { method: method ?? "", url, body: typeof body === "string" ? JSON.parse(body) : (body ?? null), type }
      return { ok: true, json: async () => ({}) }
    },
    "a key"
  )
  assert.isDefined(said)
  return said as Said
}

const ofPython: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null" }

/** A value as Python writes it; a name that Python has not is none. */
const pythonValue = (text: string): unknown =>
  JSON.parse(
    text.replace(/"(?:\\.|[^"\\])*"|\b[A-Za-z]\w*/g, (one) =>
      one.startsWith('"') ? one : (ofPython[one] ?? `?${one}`)
    )
  )

/** What the code of Python sends. */
export const saidByPython = (code: string): Said => {
  const [, method = "", url = "", headers = "", , json, file] =
    /requests\.request\(\n {4}(".*"),\n {4}(".*"),\n {4}headers=\{(.*)\}(,\n {4}(?:json=([\s\S]*)|data=open\((".*"), "rb"\)))?,\n\)\n/.exec(
      code
    ) ?? []
  const named = /"Content-Type": "(.*)"/.exec(headers)?.[1]
  return {
    method: JSON.parse(method || '""') as string,
    url: JSON.parse(url || '""') as string,
    body: json !== undefined ? pythonValue(json) : file !== undefined ? { file: JSON.parse(file) } : null,
    type: named ?? (json === undefined ? null : "application/json")
  }
}
