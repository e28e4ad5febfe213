/**
 * Whose turn it is at a host that asks for a pause between two requests.
 *
 * **Model.** A turn is a request that may begin. After one the next comes when the pause is over, to the owner who had one longest ago of
 * those who stand in line. Who asks in vain stands there, and is expected to ask again when the pause is over; who does not is passed over
 * soon after. Of those who ask for one owner the first gets the turn: in what order they ask is theirs.
 *
 * **Invariant.** Two turns of a host never begin closer than the pause, by the clock that tells `nowMillis`. One that is set back, or a site that asks
 * for less than before, makes nobody wait for longer than a pause.
 */

/** An owner who stands in line, or did lately. */
export interface PauseOwner {
  readonly owner: string
  /** When it had its last turn; null before its first. */
  readonly hadMillis: number | null
  /** Since when it stands in line; null when it does not. */
  readonly sinceMillis: number | null
  /** It is passed over when it has not asked again until then. */
  readonly untilMillis: number
}

/** What is known of a host. */
export interface PauseTurns {
  /** When the next turn may begin. */
  readonly nextMillis: number
  readonly owners: ReadonlyArray<PauseOwner>
}

/** Somebody wants a turn. */
export interface TurnAsked {
  readonly owner: string
  readonly pauseMillis: number
}

/** What came of asking. */
export interface TurnAnswer {
  readonly turns: PauseTurns
  /** Zero when the turn was given; otherwise when it is worth asking again. */
  readonly waitMillis: number
}

export const noTurns: PauseTurns = { nextMillis: 0, owners: [] }

/** Who stands in line is expected so soon after the pause; a worker of batches looks every second. */
const graceMillis = 1_500

/** When the pause is over and another owner stands first. */
export const aheadMillis = 100

/** So long it is known who had a turn. */
const rememberedMillis = 10 * 60_000

/** Owners that are kept of a host. */
const maxOwners = 200

const stands = ({ sinceMillis }: PauseOwner): boolean => sinceMillis !== null

const orNever = (millis: number | null): number => millis ?? Number.NEGATIVE_INFINITY

/** The one who had a turn longest ago first, and of two as long the one who stands longer. */
const byRight = (a: PauseOwner, b: PauseOwner): number => {
  const [had, other] = [orNever(a.hadMillis), orNever(b.hadMillis)]
  return had === other ? orNever(a.sinceMillis) - orNever(b.sinceMillis) : had < other ? -1 : 1
}

/** What still counts at a moment. A moment that lies too far ahead was told by a clock that was set back since. */
const current = (turns: PauseTurns, pauseMillis: number, nowMillis: number): PauseTurns => {
  const furthest = nowMillis + pauseMillis
  const owners = turns.owners.flatMap((one): ReadonlyArray<PauseOwner> => {
    const isAwaited = one.untilMillis > nowMillis && one.untilMillis <= furthest + graceMillis
    const isKnown = one.hadMillis !== null && Math.abs(nowMillis - one.hadMillis) < rememberedMillis
    if (stands(one) && isAwaited) return [one]
    return isKnown ? [{ ...one, sinceMillis: null }] : []
  })
  return { nextMillis: Math.min(turns.nextMillis, furthest), owners }
}

/** Those who stand in line before those who had a turn; too many of them are dropped from the end. */
const bounded = (owners: ReadonlyArray<PauseOwner>): ReadonlyArray<PauseOwner> =>
  owners.length <= maxOwners
    ? owners
    : [
        ...owners.filter(stands).sort(byRight),
        ...owners.filter((one) => !stands(one)).sort((a, b) => byRight(b, a))
      ].slice(0, maxOwners)

/** Gives the turn, or a place in line. */
export const askTurn = (known: PauseTurns, { owner, pauseMillis }: TurnAsked, nowMillis: number): TurnAnswer => {
  const { nextMillis, owners } = current(known, pauseMillis, nowMillis)
  const before = owners.find((one) => one.owner === owner)
  const others = owners.filter((one) => one.owner !== owner)
  const own: PauseOwner = {
    owner,
    hadMillis: before?.hadMillis ?? null,
    sinceMillis: before?.sinceMillis ?? nowMillis,
    untilMillis: Math.max(nowMillis, nextMillis) + graceMillis
  }
  const isOver = nextMillis <= nowMillis
  if (isOver && !others.some((one) => stands(one) && byRight(one, own) < 0)) {
    const had: PauseOwner = { owner, hadMillis: nowMillis, sinceMillis: null, untilMillis: 0 }
    return { turns: { nextMillis: nowMillis + pauseMillis, owners: bounded([...others, had]) }, waitMillis: 0 }
  }
  const waitMillis = isOver ? aheadMillis : nextMillis - nowMillis
  return { turns: { nextMillis, owners: bounded([...others, own]) }, waitMillis }
}
