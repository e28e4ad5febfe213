/** Calls of the API as programs write them. */
import { type AnyInput, addressOf, type OperationName } from "../api/operations.ts"
import { placed } from "../api/place.ts"

export const callLanguages = { curl: "curl", typescript: "TypeScript", python: "Python" } as const
export type CallLanguage = keyof typeof callLanguages

const quotedForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** JSON as Python writes it. */
const python = (value: unknown, indent = ""): string => {
  if (value === null || value === undefined) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  if (typeof value !== "object") return JSON.stringify(value)
  const deeper = `${indent}    `
  const items = Array.isArray(value)
    ? value.map((one) => python(one, deeper))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => `${JSON.stringify(key)}: ${python(one, deeper)}`)
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((one) => `${deeper}${one}`).join(",\n")}\n${indent}${close}`
}

/** What a call that takes a file calls it: a name to be replaced. */
const fileName = "document.pdf"

/** A call as it is written in a language, against the server at `origin`; `takesFile` where its body is the bytes of a file. */
export const callText = (
  language: CallLanguage,
  operation: OperationName,
  input: AnyInput,
  origin: string,
  takesFile = false
): string => {
  const { method, path } = addressOf(operation, input)
  const url = `${origin}${placed(path)}`
  const { payload } = input
  if (language === "curl") {
    const body = takesFile
      ? ` \\\n  -H 'Content-Type: application/octet-stream' \\\n  --data-binary ${quotedForShell(`@${fileName}`)}`
      : payload === undefined
        ? ""
        : ` \\\n  -H 'Content-Type: application/json' \\\n  -d ${quotedForShell(JSON.stringify(payload, null, 2))}`
    const verb = method === "GET" || (method === "POST" && body !== "") ? "" : `-X ${method} `
    return `curl ${verb}${quotedForShell(url)} \\\n  -H "Authorization: Bearer $KITTIWAKE_API_KEY"${body}`
  }
  if (language === "typescript") {
    const body = takesFile
      ? `,\n  body: await readFile(${JSON.stringify(fileName)})`
      : payload === undefined
        ? ""
        : `,\n  body: JSON.stringify(${JSON.stringify(payload, null, 2).replaceAll("\n", "\n  ")})`
    const kind = takesFile ? "application/octet-stream" : payload === undefined ? null : "application/json"
    const type = kind === null ? "" : `,\n    "Content-Type": "${kind}"`
    const files = takesFile ? `import { readFile } from "node:fs/promises"\n\n` : ""
    return `${files}const response = await fetch(${JSON.stringify(url)}, {
  method: ${JSON.stringify(method)},
  headers: {
    Authorization: \`Bearer \${process.env.KITTIWAKE_API_KEY}\`${type}
  }${body}
})
if (!response.ok) throw new Error(await response.text())
console.log(await response.json())`
  }
  const json = takesFile
    ? `,\n    data=open(${JSON.stringify(fileName)}, "rb")`
    : payload === undefined
      ? ""
      : `,\n    json=${python(payload, "    ")}`
  const kind = takesFile ? `, "Content-Type": "application/octet-stream"` : ""
  return `import os
import requests

response = requests.request(
    ${JSON.stringify(method)},
    ${JSON.stringify(url)},
    headers={"Authorization": f"Bearer {os.environ['KITTIWAKE_API_KEY']}"${kind}}${json},
)
response.raise_for_status()
print(response.json())`
}
