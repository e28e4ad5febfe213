/** The program of the processes that read pictures, one after the other. */
import { answerRequests, type Message } from "@kittiwake/children/internal/answerRequests"
import { cropAs } from "./cropped.ts"
import type { PictureAnswer, PictureRequest } from "./messages.ts"
import { cut, describeAs } from "./pictures.ts"

const nothing = new Uint8Array(0)

const damaged: Message = { head: { kind: "damaged" } satisfies PictureAnswer, bytes: nothing }

const read = async (request: PictureRequest, picture: Buffer): Promise<Message> => {
  if (request.kind === "describe") {
    const description = await describeAs(request.format, picture, request.hint, request.limits)
    if (description === null) return damaged
    return { head: { kind: "description", description } satisfies PictureAnswer, bytes: nothing }
  }
  if (request.kind === "crop") {
    const { format, hint, limits, margins } = request
    const cropped = await cropAs(format, picture, hint, margins, limits)
    if (cropped === null) return damaged
    const { bytes, description } = cropped
    return { head: { kind: "cropped", description } satisfies PictureAnswer, bytes: bytes ?? nothing }
  }
  const slice = await cut(picture, request.top, request.height, request.limits)
  if (slice === null) return damaged
  const { height, png, width } = slice
  return { head: { kind: "cut", width, height } satisfies PictureAnswer, bytes: png }
}

answerRequests(({ bytes, head }) =>
  read(head as PictureRequest, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).catch(() => damaged)
)
