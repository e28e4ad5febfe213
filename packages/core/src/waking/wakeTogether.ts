/**
 * `Wakeups` for all processes, over any line by which they tell each other.
 *
 * **Model.** Loops of this process are woken directly. The other processes are told over a line, which also hears them: it is
 * made with the first use.
 *
 * **Invariants**
 *
 * - Who wakes waits for nothing: what is to be told is a set of topics, told at once, and then together what came within
 *   `pause`. However many are woken, the others are told twenty times a second at most.
 * - What changed is gathered by organization and told twice a second at most. Of more organizations than `mostNamed` none is
 *   named: everybody who looks is then told that everything may have changed.
 * - Notes are told with what wakes. Few wait of one who notes, and not many in all (`gatherNotes.ts`): who floods costs the line no
 *   more, and takes no place of others.
 * - While the line is lost, nothing is heard, and what is to be told waits. When it is back, the loops of this process
 *   look once, since they may have missed something: so a loss costs a delay. Notes are of their moment: those that a loss overtakes
 *   are dropped.
 * - Who ends first tells what is untold, or gives up after a moment.
 */
import { type Cause, Clock, Duration, Effect, Exit, Latch, Random, Scope } from "effect"
import { gatherNotes } from "./gatherNotes.ts"
import { makeLatches } from "./makeLatches.ts"
import { makeNotes } from "./makeNotes.ts"
import { makeWatches } from "./makeWatches.ts"
import { noteLength, type Part, parts, topics, Wakeups } from "./Wakeups.ts"

/** A line to the other processes. */
export interface Line<E> {
  /** Whether everybody who tells is heard as long as the line holds. */
  readonly hearsAll: boolean
  /** What others told since it was asked last, as they wrote it; waits until they told something. */
  readonly heard: Effect.Effect<ReadonlyArray<string>, E>
  /** Tells the others. A line that has gone silent fails like one that was lost. */
  readonly tell: (words: ReadonlyArray<string>) => Effect.Effect<void, E>
}

/** Makes a line. It is lost when `cut` is closed, which waits for nobody at its other end. */
export type Connect<E> = (cut: Scope.Scope) => Effect.Effect<Line<E>, E, Scope.Scope>

/** How long who ends waits until the others have been told: where they rest, a hint that is lost is a minute. */
const lastWords = Duration.seconds(1)

/** Time between two tellings. */
const pause = Duration.millis(50)

/** Time between two tellings of what changed, which people look at. */
const pauseOfChanges = Duration.millis(500)

/** Most organizations that are named in one telling. */
const mostNamed = 200

/** What a note is told as. */
const notePrefix = "note:"

/** What is told in place of names, where there are too many. */
const everything = "changed:*"

/** An organization and what of it changed, as one word. */
const wordOf = (organizationId: string, changed: ReadonlySet<Part>): string =>
  `changed:${organizationId}:${[...changed].join("+")}`

/** The organization and its parts that a word names; null for a word that names none. */
const partsIn = (word: string): readonly [organizationId: string, parts: ReadonlyArray<Part>] | null => {
  const [what, organizationId, named = ""] = word.split(":")
  if (what !== "changed" || organizationId === undefined) return null
  const names = named.split("+")
  return [organizationId, parts.filter((part) => names.includes(part))]
}

/** What changed and was not told yet, of so many organizations. */
const gatherChanges = () => {
  const gathered = new Map<string, Set<Part>>()
  let isTooMuch = false
  return {
    add: (organizationId: string, changed: ReadonlyArray<Part>): void => {
      const ofOne = gathered.get(organizationId)
      if (ofOne !== undefined) for (const part of changed) ofOne.add(part)
      else if (gathered.size < mostNamed) gathered.set(organizationId, new Set(changed))
      else isTooMuch = true
    },
    take: (): ReadonlyArray<string> => {
      const words = isTooMuch ? [everything] : [...gathered].map(([id, changed]) => wordOf(id, changed))
      gathered.clear()
      isTooMuch = false
      return words
    }
  }
}

/** Time before a new line: twice as long each time, give or take, up to the longest. */
const backoff = { shortestMillis: 100, longestMillis: 30_000 } as const

/** Wakes over lines that `connect` makes, until the scope ends. */
export const wakeTogether = Effect.fnUntraced(function* <E>(connect: Connect<E>) {
  const own = makeLatches()
  const watches = makeWatches()
  const notes = makeNotes()
  const changes = gatherChanges()
  const untoldNotes = gatherNotes()
  const wakeAllOwn = () => {
    for (const topic of topics) own.wake(topic)
    watches.changedAll()
  }
  const untold = new Set<string>()
  const isChanged = yield* Latch.make(false)
  const [isUsed, isUntold, isTold] = [yield* Latch.make(false), yield* Latch.make(false), yield* Latch.make(true)]
  let failures = 0
  let disconnect: Effect.Effect<void> = Effect.void
  let isEnding = false
  let hears = false

  const toTell = (added: ReadonlyArray<string>) =>
    Effect.sync(() => {
      for (const word of added) untold.add(word)
      // What a lost line keeps waiting is not more than it would tell at once.
      if (untold.size > mostNamed * 2) {
        for (const word of untold) if (partsIn(word) !== null) untold.delete(word)
        untold.add(everything)
      }
      isTold.closeUnsafe()
      isUntold.openUnsafe()
      isUsed.openUnsafe()
    })

  const hear = (line: Line<E>) =>
    Effect.map(line.heard, (heard) => {
      for (const topic of topics) if (heard.includes(topic)) own.wake(topic)
      for (const word of heard) {
        if (word.startsWith(notePrefix)) {
          notes.note(word.slice(notePrefix.length))
          continue
        }
        const named = partsIn(word)
        if (named?.[0] === "*") watches.changedAll()
        else if (named !== null) watches.changed(...named)
      }
    })

  const tell = Effect.fnUntraced(function* (line: Line<E>) {
    yield* isUntold.await
    yield* isUntold.close
    const words = [...untold]
    const told = [...untoldNotes.take().map((text) => notePrefix + text), ...words]
    untold.clear()
    // What wakes is told again, and notes are not.
    if (told.length > 0) yield* Effect.onError(line.tell(told), () => toTell(words))
    if (untold.size === 0 && untoldNotes.isEmpty()) yield* isTold.open
    yield* Effect.sleep(pause)
  })

  /** Hears and tells until the line is lost. */
  const connected = Effect.gen(function* () {
    const cut = yield* Scope.make()
    const close = Scope.close(cut, Exit.void)
    yield* Effect.addFinalizer(() => close)
    disconnect = close
    const line = yield* connect(cut)
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        hears = line.hearsAll
      }),
      () =>
        Effect.sync(() => {
          hears = false
          // Whoever rests in the belief to be woken looks by itself from now on.
          wakeAllOwn()
        })
    )
    // Once more, and first: what the line consists of would take leave of somebody who may not answer any more.
    yield* Effect.addFinalizer(() => close)
    if (failures > 0) wakeAllOwn()
    failures = 0
    return yield* Effect.raceFirst(Effect.forever(hear(line)), Effect.forever(tell(line)))
  }).pipe(Effect.scoped)

  const again = Effect.fnUntraced(function* (cause: Cause.Cause<E>) {
    if (isEnding) return yield* Effect.never
    failures += 1
    untoldNotes.drop()
    if (failures === 1) yield* Effect.logWarning("wake-ups: other processes are not heard, and will be again", cause)
    const millis = Math.min(backoff.longestMillis, backoff.shortestMillis * 2 ** Math.min(failures, 20))
    yield* Effect.sleep(Duration.millis(yield* Random.nextBetween(millis / 2, millis)))
  })

  yield* isUsed.await.pipe(
    Effect.andThen(Effect.forever(Effect.catchCause(connected, again))),
    // What is waited for are other machines: the machine's own clock counts, also where a test has put another in place.
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )
  yield* isChanged.await.pipe(
    Effect.andThen(isChanged.close),
    Effect.andThen(Effect.suspend(() => toTell(changes.take()))),
    Effect.andThen(Effect.sleep(pauseOfChanges)),
    Effect.forever,
    Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
    Effect.forkScoped
  )
  // Interrupted while it asks to listen, a line would ask no more, and wait for the answer: so it is cut first.
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      const words = changes.take()
      return words.length === 0 ? Effect.void : toTell(words)
    }).pipe(
      Effect.andThen(
        Effect.suspend(() => (failures > 0 ? Effect.void : Effect.timeoutOption(isTold.await, lastWords)))
      ),
      Effect.interruptible,
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.andThen(
        Effect.suspend(() => {
          isEnding = true
          return disconnect
        })
      )
    )
  )

  return Wakeups.of({
    wake: (topic) =>
      Effect.andThen(
        Effect.sync(() => own.wake(topic)),
        toTell([topic])
      ),
    changed: (organizationId, changed) =>
      Effect.sync(() => {
        watches.changed(organizationId, changed)
        changes.add(organizationId, changed)
        isChanged.openUnsafe()
      }),
    note: (text, by) =>
      Effect.suspend(() => {
        notes.note(text)
        const mayWait = text.length <= noteLength && failures === 0
        return mayWait && untoldNotes.add(text, by) ? toTell([]) : Effect.void
      }),
    listen: (take) =>
      Effect.tap(
        notes.listen(take),
        Effect.sync(() => isUsed.openUnsafe())
      ),
    hears: Effect.sync(() => hears),
    subscribe: (topic) =>
      Effect.tap(
        own.subscribe(topic),
        Effect.sync(() => isUsed.openUnsafe())
      ),
    watch: (organizationId) =>
      Effect.tap(
        watches.watch(organizationId),
        Effect.sync(() => isUsed.openUnsafe())
      )
  })
})
