/**
 * Lets what one organization reads of what is stored begin in turns where it is large, so that a crowd of such calls holds the thread for
 * nobody else.
 *
 * **Model.** A call that only reads what is stored takes the thread between its rows and its answer: some 10 ms for a megabyte. Sixty that
 * begin together have their rows in the same turns of the event loop, and Node accepts one connection in each turn: whoever comes on
 * a new one waits for all who came before. So of what may be large a few begin at a time, and the place of one goes on once the loop has turned
 * for others.
 *
 * **Invariants**
 *
 * - Of an organization no more reads are under way than `readLimits` says: of those that may be large `large`, of others `small`.
 * - A read may be large until its operation has answered this organization with little, and for a minute after it answered with much.
 * - Of what waits nothing is read, and nobody waits for another organization.
 */
import { TooBusy } from "@kittiwake/core/web/errors"
import { Duration, Effect, Option } from "effect"

export const readLimits = {
  /** Reads of an organization that are under way at once: more than begin in one turn of the loop. */
  small: 64,
  /** Of those that may be large: while one is in the storage, another is made an answer of. */
  large: 4,
  /** An answer from this size on is large: it takes some milliseconds, where an ordinary page of a list takes one. */
  largeBytes: 256 * 1024,
  largeForMillis: 60_000,
  /** Organizations of which is known what they read; who was seen first is forgotten first, and begins anew. */
  readers: 2_000
}

/** Calls back when others had the thread. */
export type Rest = (over: () => void) => void

/** In as many turns of the loop as many connections are accepted, and on a loop that has nothing to do they take less than a millisecond. */
const restTurns = 64

/** A loop whose turns are long serves others in each of them. */
const restMillis = 50

const restOfTurns: Rest = (over) => {
  const until = performance.now() + restMillis
  let turns = 0
  const turn = () => {
    turns += 1
    if (turns < restTurns && performance.now() < until) setImmediate(turn)
    else over()
  }
  setImmediate(turn)
}

/** A turn of a read, to be left in any case. */
export interface ReadTurn {
  readonly hasBegun: boolean
  /** Calls back when it is its turn; at once where it has begun. */
  readonly whenBegun: (begin: () => void) => void
  /** Ends it; it may be called again. `answeredBytes` is null where nothing was read. */
  readonly leave: (answeredBytes: number | null) => void
}

interface Lane {
  readonly most: number
  underWay: number
  readonly waiting: Set<Turn>
}

/** An organization, with until when the answers of its operations are taken for large; zero: they are small. */
interface Reader {
  readonly small: Lane
  readonly large: Lane
  readonly largeUntilMillis: Map<object, number>
}

const laneOf = (most: number): Lane => ({ most, underWay: 0, waiting: new Set() })

/** Where a read belongs, as far as is known when it asks or when it would begin. */
const laneFor = ({ large, largeUntilMillis, small }: Reader, { askedAtMillis, operation }: Turn): Lane =>
  (largeUntilMillis.get(operation) ?? Number.POSITIVE_INFINITY) > askedAtMillis ? large : small

/** Lets a turn begin, or wait for a place. */
const enter = (lane: Lane, turn: Turn): void => {
  if (lane.underWay >= lane.most) lane.waiting.add(turn)
  else {
    lane.underWay += 1
    turn.begin(lane)
  }
}

/** Gives back a place, and lets those begin who wait for it. What turned out to be large, or small, meanwhile goes where it belongs. */
const release = (lane: Lane, reader: Reader): void => {
  lane.underWay -= 1
  for (const turn of lane.waiting) {
    if (lane.underWay >= lane.most) return
    lane.waiting.delete(turn)
    enter(laneFor(reader, turn), turn)
  }
}

class Turn implements ReadTurn {
  readonly operation: object
  readonly askedAtMillis: number
  readonly #reader: Reader
  readonly #turns: ReadTurns
  #lane: Lane | null = null
  #isLeft = false
  #listener: (() => void) | null = null

  constructor(turns: ReadTurns, reader: Reader, operation: object, askedAtMillis: number) {
    this.#turns = turns
    this.#reader = reader
    this.operation = operation
    this.askedAtMillis = askedAtMillis
  }

  get hasBegun(): boolean {
    return this.#lane !== null
  }

  whenBegun(begin: () => void): void {
    if (this.hasBegun) begin()
    else this.#listener = begin
  }

  begin(lane: Lane): void {
    this.#lane = lane
    this.#listener?.()
  }

  leave(answeredBytes: number | null): void {
    if (this.#isLeft) return
    this.#isLeft = true
    const reader = this.#reader
    const lane = this.#lane
    if (lane === null) {
      reader.small.waiting.delete(this)
      reader.large.waiting.delete(this)
      return
    }
    const { limits, rest } = this.#turns
    if (answeredBytes !== null) this.#note(answeredBytes)
    const isLarge = (answeredBytes ?? 0) >= limits.largeBytes
    if (isLarge) rest(() => release(lane, reader))
    else release(lane, reader)
  }

  /** Notes how large the answers of the operation are. */
  #note(answeredBytes: number): void {
    const { largeUntilMillis } = this.#reader
    const { largeBytes, largeForMillis } = this.#turns.limits
    if (answeredBytes >= largeBytes) largeUntilMillis.set(this.operation, this.askedAtMillis + largeForMillis)
    else if (!largeUntilMillis.has(this.operation)) largeUntilMillis.set(this.operation, 0)
  }
}

/** The turns of all organizations. */
export class ReadTurns {
  readonly limits: typeof readLimits
  readonly rest: Rest
  readonly #readers = new Map<string, Reader>()

  constructor(limits = readLimits, rest: Rest = restOfTurns) {
    this.limits = limits
    this.rest = rest
  }

  /** Asks for a turn at reading by `operation`, which is known by its identity. */
  ask(owner: string, operation: object, nowMillis: number): ReadTurn {
    const reader = this.#readerOf(owner)
    const turn = new Turn(this, reader, operation, nowMillis)
    enter(laneFor(reader, turn), turn)
    return turn
  }

  #readerOf(owner: string): Reader {
    const known = this.#readers.get(owner)
    if (known !== undefined) return known
    const { large, readers, small } = this.limits
    const reader: Reader = { small: laneOf(small), large: laneOf(large), largeUntilMillis: new Map() }
    for (const oldest of this.#readers.keys()) {
      if (this.#readers.size < readers) break
      this.#readers.delete(oldest)
    }
    this.#readers.set(owner, reader)
    return reader
  }
}

/** How long a read waits for its turn. */
export const readWaits = Duration.seconds(30)

const waitsTooLong = new TooBusy({ message: "Your organization reads many large answers at once. Try again." })

/** Waits until it is the turn, and fails where that takes too long. */
export const untilBegun = (turn: ReadTurn): Effect.Effect<void, TooBusy> =>
  // Who is called back would else read and answer within the call of who left, and within it the next.
  Effect.callback<void>((resume) => turn.whenBegun(() => resume(Effect.yieldNow))).pipe(
    Effect.timeoutOption(readWaits),
    Effect.flatMap(Option.match({ onNone: () => Effect.fail(waitsTooLong), onSome: Effect.succeed }))
  )
