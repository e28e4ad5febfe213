/** What the API answered to a tool: read within bounds, counted, and in turns with all else that the process does. */
import { MemoryBudget, type MemoryLease, noRoomMessage, uncounted } from "@kittiwake/core/budget/MemoryBudget"
import { aPiece } from "@kittiwake/core/internal/organizations/inThreadTurns"
import { allButOne, makeSharedPlaces } from "@kittiwake/core/internal/SharedPlaces"
import { Duration, Effect, Schedule } from "effect"
import type { Session } from "../Session.ts"
import { cutText } from "./cutText.ts"
import type { Record_ } from "./result.ts"

/** Answers up to this size are read and cut at once: that takes a millisecond. */
const largeFromBytes = 64 * 1024

/** Most bytes of an answer that are read: an assistant is told a tenth of them at most. */
export const mostAnswerBytes = 4 * 1024 * 1024

/** What an answer takes of the memory: as it came, as a tree, and while it is cut. */
const timesInMemory = 3

/** An answer of the API. */
export interface Answer {
  readonly status: number
  readonly record: Record_
  readonly isTooLarge: boolean
  readonly isLarge: boolean
  /** What of it was not read, in lines. */
  readonly leftOut: ReadonlyArray<string>
  /** Gives back what it takes of the memory. */
  readonly close: () => void
}

const nothing = () => {}

const refused = (status: number, message: string, code: string): Answer => ({
  status,
  record: { message, error_code: code },
  isTooLarge: status === 413,
  isLarge: false,
  leftOut: [],
  close: nothing
})

const tooLarge = refused(
  413,
  `The answer has more than ${mostAnswerBytes / 1024 / 1024} MB, which is more than is read here.`,
  "CONTENT_TOO_LARGE"
)

/** The first bytes of a body, and whether these are all: what is beyond them is not made. */
const firstBytes = async (body: ReadableStream<Uint8Array> | null, most: number) => {
  const pieces: Array<Uint8Array> = []
  let length = 0
  for await (const piece of body ?? []) {
    pieces.push(piece.subarray(0, most - length))
    length += piece.byteLength
    if (length > most) return { bytes: Buffer.concat(pieces), isWhole: false }
  }
  return { bytes: Buffer.concat(pieces), isWhole: true }
}

/** Does work on a large answer when it is its turn: forty that come at once held all other calls up for a second. */
export const inTurn = <A>({ run }: Pick<Session, "run">, isLarge: boolean, work: () => A): A | Promise<A> =>
  isLarge ? run(aPiece(work)) : work()

const leaseOf = async ({ owner, run }: Session): Promise<MemoryLease> =>
  (
    await run(
      Effect.gen(function* () {
        return yield* MemoryBudget
      })
    )
  ).open(owner)

/** How long an answer that is there waits for room: others are read and cut in tens of milliseconds. */
const waitsForRoom = Duration.seconds(5)
const looksEvery = Duration.millis(50)

const hasTaken = ({ run }: Session, lease: MemoryLease, bytes: number): Promise<boolean> =>
  run(
    Effect.suspend(() => (lease.take(bytes) ? Effect.void : Effect.fail("noRoom" as const))).pipe(
      Effect.retry({
        schedule: Schedule.spaced(looksEvery).pipe(Schedule.upTo({ duration: waitsForRoom })),
        while: () => lease.fits(bytes)
      }),
      Effect.isSuccess
    )
  )

/**
 * Reads what the API answered. Who got it closes it. One that is too large is told as far as it is read where that ends within a text of a page,
 * which stands in one of these `texts`.
 */
export const readAnswer = async (
  session: Session,
  response: Response,
  texts: ReadonlyArray<string> = []
): Promise<Answer> => {
  const { body, headers, status } = response
  const announced = Number(headers.get("content-length") ?? Number.NaN)
  if (announced > mostAnswerBytes && texts.length === 0) {
    await body?.cancel()
    return tooLarge
  }
  if (announced <= largeFromBytes) {
    const record = (await response.json().catch(() => ({}))) as Record_
    return { status, record, isTooLarge: false, isLarge: false, leftOut: [], close: nothing }
  }
  const { bytes, isWhole } = await firstBytes(body, mostAnswerBytes)
  if (!isWhole && texts.length === 0) return tooLarge
  const isLarge = bytes.length > largeFromBytes
  const lease = isLarge ? await leaseOf(session) : uncounted
  if (isLarge && !(await hasTaken(session, lease, timesInMemory * bytes.length)))
    return refused(503, noRoomMessage, "INTERNAL_ERROR")
  try {
    const read = await inTurn(session, isLarge, () =>
      isWhole ? { record: parsed(bytes), leftOut: [] } : begun(bytes, texts)
    )
    if (read === null) lease.close()
    return read === null ? tooLarge : { status, ...read, isTooLarge: false, isLarge, close: lease.close }
  } catch (error) {
    lease.close()
    throw error
  }
}

/** Records are read of so many calls at once: forty lists of megabytes that are made in one turn hold all other calls up for a second. */
const places = makeSharedPlaces(4, allButOne)

/** An answer that is not read was made all the same: others have the thread for as long then, before the next is. */
const othersHave = Duration.millis(50)

/** Asks the API for what it only reads, and reads its answer, when it is the asker's turn. */
export const readRecord = (session: Session, request: Request): Promise<Answer> => {
  const answer = Effect.promise(() => session.api(request).then((response) => readAnswer(session, response)))
  const givingWay = Effect.tap(answer, ({ isTooLarge }) => (isTooLarge ? Effect.sleep(othersHave) : Effect.void))
  // Whoever leaves ends the request, which is over at once then: nobody else closes its answer.
  return session.run(places(session.owner)(givingWay))
}

/** What is no JSON, as an answer without a body, says nothing. */
const parsed = (bytes: Buffer): Record_ => {
  try {
    return JSON.parse(bytes.toString()) as Record_
  } catch {
    return {}
  }
}

/** What can be told of an answer that goes on behind these bytes; null where that would be half of something. */
const begun = (bytes: Buffer, texts: ReadonlyArray<string>): Pick<Answer, "leftOut" | "record"> | null => {
  // The last character may have come in part.
  const cut = cutText(new TextDecoder().decode(bytes, { stream: true }), texts)
  if (cut === null) return null
  const { field, length, record } = cut
  const rest = "The API and the command give the rest, and what stands behind it"
  return { record, leftOut: [`${field}: the first ${length} characters of more. ${rest}`] }
}
