/** The program of the processes that read files, one file after the other. */
import { answerRequests, type Message, type MoreTime } from "@kittiwake/children/internal/answerRequests"
import { boundInflating } from "../pdf/InflateBudget.ts"
import { boundWasmMemory } from "./boundWasmMemory.ts"
import type { Fragment } from "./Fragment.ts"
import type { AnswerHead, RequestHead } from "./messages.ts"
import type { FileToRead } from "./ReadOptions.ts"
import { readFile } from "./readFile.ts"
import { unreadableOf } from "./Unreadable.ts"

boundWasmMemory()
boundInflating()

// A parser that leaves a promise behind fails there as well; the file has its answer by then.
process.on("unhandledRejection", () => {})

const fileOf = ({ bytes, head }: Message): FileToRead => ({ ...(head as RequestHead), bytes })

const answerOf = ({ html, markdown, ...known }: Fragment): Message => {
  const htmlBytes = Buffer.byteLength(html)
  const bytes = Buffer.allocUnsafeSlow(htmlBytes + Buffer.byteLength(markdown ?? ""))
  bytes.write(html, 0)
  bytes.write(markdown ?? "", htmlBytes)
  return { head: { ...known, ok: true, htmlBytes, hasMarkdown: markdown !== null } satisfies AnswerHead, bytes }
}

const refusalOf = (cause: unknown): Message => {
  const { message, reason } = unreadableOf(cause)
  return { head: { ok: false, reason, message } satisfies AnswerHead, bytes: new Uint8Array(0) }
}

const read = (request: Message, more: MoreTime): Promise<Message> =>
  readFile(fileOf(request), more).then(answerOf).catch(refusalOf)

answerRequests(read)
