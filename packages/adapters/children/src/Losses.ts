/**
 * What each owner has lost of the processor's time to work that had to be stopped.
 *
 * Work that ends without a result is free of charge, so that nothing else keeps its owner from sending it for ever. A loss
 * is forgiven over time; who has lost more than is allowed waits until enough of it is. `now` is of a clock that nobody sets.
 */

export interface LossLimits {
  /** Time of the processor that an owner may lose. */
  readonly millis: number
  /** How long a loss of all that is forgiven in. */
  readonly forgivenInMillis: number
}

interface Loss {
  readonly millis: number
  readonly atMillis: number
}

export interface Losses {
  /** Time until the owner may send work again; 0 is now. */
  readonly waitMillis: (owner: string, now: number) => number
  readonly add: (owner: string, millis: number, now: number) => void
}

export const makeLosses = (limits: LossLimits): Losses => {
  const losses = new Map<string, Loss>()
  const forgivenPerMillis = limits.millis / limits.forgivenInMillis

  const leftOf = ({ atMillis, millis }: Loss, now: number): number => millis - (now - atMillis) * forgivenPerMillis

  const left = (owner: string, now: number): number => {
    const loss = losses.get(owner)
    return loss === undefined ? 0 : Math.max(0, leftOf(loss, now))
  }

  return {
    waitMillis: (owner, now) => Math.ceil(Math.max(0, left(owner, now) - limits.millis) / forgivenPerMillis),
    add: (owner, millis, now) => {
      for (const [one, loss] of losses) if (leftOf(loss, now) <= 0) losses.delete(one)
      losses.set(owner, { millis: left(owner, now) + millis, atMillis: now })
    }
  }
}
