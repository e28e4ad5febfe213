/** Cuts what a browser sends into messages, and leaves out those that nobody reads before they are whole. */
import {
  endOf,
  headBytes,
  kindOf,
  type MessageKind,
  type MessageLimits,
  messageLimits,
  mostBytesOf,
  standInFor,
  tailBytes
} from "./judgeMessage.ts"
import { type ComingPicture, makePicture, pictureAt } from "./makePicture.ts"
import { makePageSpending } from "./PageSpending.ts"

const joined = (parts: ReadonlyArray<Buffer>): Buffer => {
  const [first] = parts
  return first !== undefined && parts.length === 1 ? first : Buffer.concat(parts)
}

/** The last bytes of what came in parts, without what they stand in. */
const tailOf = (parts: ReadonlyArray<Buffer>): Buffer => {
  let tail = Buffer.alloc(0)
  for (let at = parts.length - 1; at >= 0 && tail.length < tailBytes; at -= 1) {
    const part = parts[at] ?? tail
    tail = Buffer.concat([part.subarray(Math.max(0, part.length - tailBytes)), tail])
  }
  return Buffer.from(tail.subarray(Math.max(0, tail.length - tailBytes)))
}

/** So many letters are so many bytes, and what stands around them. */
const lettersOf = (pictureBytes: number): number => Math.ceil(pictureBytes / 3) * 4 + headBytes + tailBytes

/** The session that has ended with this. */
const detachedBy = (head: string): string | null =>
  /^\{"method":"Target\.detachedFromTarget","params":\{"sessionId":"(\w+)"/.exec(head)?.[1] ?? null

/** Which answers a page has a part in, whoever asked: those to questions that its frames and windows have asked by being there. */
export type IsOfPage = (id: number) => boolean

/**
 * Gives each message to `deliver` that is to be read; the bytes of messages end with a zero. A picture is handed beside the message that it
 * was in: as letters it would be there four times, as they come, as a message, as a text and as a part of that.
 */
export const makeMessageReader = (
  deliver: (message: Buffer, picture: Buffer | null) => void,
  limits: MessageLimits = messageLimits,
  isOfPage: IsOfPage = () => false
): ((chunk: Buffer) => void) => {
  const spending = makePageSpending(limits.pageBytes)
  let parts: Array<Buffer> = []
  let bytes = 0
  /** Known once there is enough of the message. */
  let kind: MessageKind | null = null
  /** The end of a message that is left out; null while it is kept. */
  let tail: Buffer | null = null
  let picture: ComingPicture | null = null

  const mostBytes = (known: MessageKind): number =>
    picture === null ? mostBytesOf(known, limits) : lettersOf(limits.pictureBytes)

  const keep = (piece: Buffer) => {
    const kept = picture === null ? piece : picture.add(piece)
    if (kept !== null) parts.push(kept)
  }

  /** Takes the letters of a picture out of what has come of its message. */
  const lookForPicture = (head: string) => {
    const at = pictureAt(head)
    if (at === null) return
    const begun = joined(parts)
    picture = makePicture()
    parts = [begun.subarray(0, at)]
    keep(begun.subarray(at))
  }

  const leaveOut = (last: Buffer) => {
    tail = last
    parts = []
    picture = null
  }

  const decide = (isWhole: boolean) => {
    if (kind === null && (isWhole || bytes >= headBytes)) {
      const head = Buffer.concat(parts).toString("latin1", 0, headBytes)
      kind = kindOf(head)
      lookForPicture(head)
    }
    if (kind === null || tail !== null || bytes <= mostBytes(kind)) return
    leaveOut(tailOf(parts))
  }

  const add = (piece: Buffer) => {
    bytes += piece.length
    if (tail === null) keep(piece)
    else tail = tailOf([tail, piece])
  }

  /** Learns what a message says of sessions, and leaves it out where its page has had its part. */
  const account = (known: MessageKind) => {
    const isAttached = known._tag === "Held" && known.method === "Target.attachedToTarget"
    const isLarge = bytes > limits.largeBytes && tail === null
    if (known._tag === "Event" && known.method === "Target.detachedFromTarget") {
      const ended = detachedBy(joined(parts).toString("latin1", 0, headBytes))
      if (ended !== null) spending.detach(ended)
    }
    if (!isAttached && !isLarge) return
    const last = tail ?? tailOf(parts)
    const { context, session } = endOf(last.toString("latin1"))
    if (isAttached && context !== null) spending.attach(known.id, context)
    const counts = known._tag === "Answer" ? isOfPage(known.id) : known._tag !== "Unknown"
    if (!isLarge || !counts || spending.takes((isAttached ? known.id : session) ?? "", bytes)) return
    leaveOut(last)
  }

  const end = () => {
    decide(true)
    if (kind !== null) account(kind)
    const standIn = kind === null || tail === null ? null : standInFor(kind, tail.toString("latin1"))
    if (tail === null) deliver(joined(parts), picture?.end() ?? null)
    else if (standIn !== null) deliver(Buffer.from(standIn), null)
    parts = []
    bytes = 0
    kind = null
    tail = null
    picture = null
  }

  return (chunk) => {
    let start = 0
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, start)) {
      add(chunk.subarray(start, at))
      end()
      start = at + 1
    }
    if (start === chunk.length) return
    add(chunk.subarray(start))
    decide(false)
  }
}
