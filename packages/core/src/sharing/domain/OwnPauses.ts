/** Pauses that one process knows of. */
import { askTurn, noTurns, type PauseTurns, type TurnAsked } from "./PauseTurns.ts"

/** Hosts of which something is kept: those that were asked for longest ago are forgotten first. */
const maxHosts = 20_000

export class OwnPauses {
  readonly #hosts = new Map<string, PauseTurns>()

  /** Takes the turn of a host, which is answered by zero; otherwise milliseconds after which it is worth asking again. */
  take(host: string, asked: TurnAsked, nowMillis: number): number {
    const { turns, waitMillis } = askTurn(this.#hosts.get(host) ?? noTurns, asked, nowMillis)
    this.#keep(host, turns)
    return waitMillis
  }

  /** A turn was given elsewhere. */
  note(host: string, { pauseMillis }: TurnAsked, nowMillis: number): void {
    const owners = this.#hosts.get(host)?.owners ?? []
    this.#keep(host, { nextMillis: nowMillis + pauseMillis, owners })
  }

  #keep(host: string, turns: PauseTurns): void {
    this.#hosts.delete(host)
    this.#hosts.set(host, turns)
    if (this.#hosts.size > maxHosts) this.#hosts.delete(this.#hosts.keys().next().value!)
  }
}
