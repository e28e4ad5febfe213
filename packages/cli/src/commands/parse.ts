/** `kittiwake parse`: a file as Markdown. */

import { open } from "node:fs/promises"
import { extname } from "node:path"
import { Files } from "@kittiwake/core/files/Files"
import { fileExtensions } from "@kittiwake/core/pages/domain/FileType"
import { maxFileBytes } from "@kittiwake/http/internal/web/readFile"
import { parseRequest, rulesOf } from "@kittiwake/http/internal/web/requests"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CommandFailed, failed } from "../CommandFailed.ts"
import { readSettings } from "../config.ts"
import { reads } from "../embed/input.ts"
import { ParseInput } from "../embed/webInput.ts"
import { newCall } from "../embed/webRequest.ts"
import { json } from "../output.ts"
import { boundedBytes } from "./boundedBytes.ts"
import { fileProblem } from "./fileProblem.ts"
import { inProcess } from "./inProcess.ts"
import { writeOutput } from "./outputFile.ts"
import { ignored } from "./scrapeOutput.ts"
import { forOutput, showing } from "./terminal.ts"
import { webFailure } from "./webFailure.ts"
import { main, ocr, pageRange, pages, pathOf, word } from "./webFlags.ts"

const read = reads(ParseInput)

const readFile = (path: string) =>
  Effect.tryPromise({
    try: async () => {
      if (path === "-") return await boundedBytes(process.stdin, maxFileBytes)
      await using file = await open(path)
      if (!(await file.stat()).isFile())
        throw new Error((await file.stat()).isDirectory() ? "it is a folder" : "it is no file")
      return await boundedBytes(file.createReadStream({ autoClose: false }), maxFileBytes)
    },
    catch: (cause) => failed(`Cannot read ${path}: ${fileProblem(cause)}.`)
  }).pipe(
    Effect.filterOrFail(
      (bytes): bytes is Buffer => bytes !== null,
      () => failed(`${path} is larger than ${maxFileBytes / 1024 / 1024} MiB, which is the most that is read.`)
    )
  )

/** The extension that was given, or the file's own when it is a known one. */
const extensionOf = (type: Option.Option<string>, path: string) => {
  const plain = Option.getOrElse(type, () => extname(path))
    .toLowerCase()
    .replace(/^\./, "")
  return Option.isSome(type) || fileExtensions.some((known) => known === plain) ? { extension: plain } : {}
}

const isCommandFailed = (error: { readonly _tag: string }): error is CommandFailed => error instanceof CommandFailed

/** The command. */
export const parse = Command.make(
  "parse",
  {
    file: Argument.String("file").pipe(Argument.withDescription("Path of the file; - reads standard input")),
    type: word("type", "Extension that says what the file is, such as pdf; its own unless given"),
    ocr: ocr.pipe(Flag.withDescription("Read the text in pictures, and in pictures of a PDF's pages")),
    pages,
    main,
    output: Flag.String("output").pipe(Flag.withDescription("File to write to instead"), Flag.optional),
    json
  },
  Effect.fnUntraced(function* (flags) {
    const pdf = yield* pageRange(flags.pages)
    const settings = yield* readSettings(false)
    const parsed = yield* inProcess(settings, (organization) =>
      Effect.gen(function* () {
        const input = yield* read({
          ...extensionOf(flags.type, flags.file),
          useMainContentOnly: flags.main,
          ocr: flags.ocr,
          pdf
        })
        const bytes = yield* readFile(flags.file)
        const request = yield* parseRequest({ bytes, contentType: null, extension: input.extension ?? null }, input)
        return (yield* (yield* Files).parse(yield* newCall(organization.id, "/parse", input, rulesOf.file), request))
          .value
      }).pipe(
        Effect.mapError((error) => (isCommandFailed(error) ? error : webFailure(error))),
        showing(`Reading ${flags.file}`)
      )
    )
    const said = ignored(parsed.type, { pages: Option.isSome(flags.pages), ocr: flags.ocr })
    yield* Effect.forEach(said, (line) => Console.error(line))
    const file = pathOf(flags.output)
    if (file === null) {
      return yield* Console.log(flags.json ? JSON.stringify(parsed, null, 2) : forOutput(parsed.markdown))
    }
    yield* writeOutput(file, `${parsed.markdown}\n`)
    yield* Console.log(flags.json ? JSON.stringify({ type: parsed.type, file }, null, 2) : `Wrote ${file}.`)
  })
).pipe(
  Command.withDescription(
    "Read a file as Markdown, in this process: PDF, office files, tables, HTML, text and, with --ocr, pictures"
  ),
  Command.withShortDescription("Read a file as Markdown"),
  Command.withExamples([{ command: "kittiwake parse report.pdf --pages 2-5", description: "Four pages of a PDF" }])
)
