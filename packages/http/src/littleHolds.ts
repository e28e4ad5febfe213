/**
 * What small bodies and small answers hold together while their senders and readers are slow: each is too little to be counted against the
 * budget by itself, and ten thousand connections of 64 KB each are not.
 *
 * **Model.** A sum for each organization, and for each network of those without a key; one for all organizations, and one for all without a
 * key, who so take no room from the others. Where the sum of an owner is used up, whoever has held something of it longest makes room: who sends
 * and reads as networks do has gone long before. Where that of all is, the owner does who holds most of it, so that nobody goes for who holds more. Nothing is
 * held for a body that is whole when it comes, or an answer that the system takes at once.
 */
import type { ServerResponse } from "node:http"
import type { MemoryCounter, MemoryLease } from "@kittiwake/core/budget/MemoryBudget"
import { networkOf } from "@kittiwake/core/internal/limits/domain/networkOf"
import type { HttpServerRequest } from "effect/http"
import { isCounted } from "./Connections.ts"
import type { ExchangeState } from "./Exchange.ts"
import { Ranks } from "./Ranks.ts"

/** Parts of the budget: of one network, of all without a key, of one organization, and of all of these. */
const parts = { network: 1 / 64, strangers: 1 / 8, organization: 1 / 8, organizations: 1 / 4 } as const

/** What there is room for in each at least, so that a small budget leaves room for a body. */
const leastBytes = 256 * 1024

/** What a request or an answer takes beside its bytes. */
const itselfBytes = 4 * 1024

/** So much more, or less, is counted against the budget at a time. */
const stepBytes = 256 * 1024

/** Who sends or reads. */
export interface Holder {
  /** The organization, or the network of who has no key; null for one of a proxy, which is everybody's and has no part of its own. */
  readonly owner: string | null
  readonly isStranger: boolean
}

/** Who a request comes from. */
export const holderOf = (
  { caller }: Pick<ExchangeState, "caller">,
  { remoteAddress }: Pick<HttpServerRequest.HttpServerRequest, "remoteAddress">
): Holder => {
  if (caller !== null) return { owner: caller.organization.id, isStranger: false }
  const address = remoteAddress._tag === "Some" ? remoteAddress.value : ""
  return { owner: isCounted(address) ? networkOf(address) : null, isStranger: true }
}

/** What an owner holds, those who came first before the others. */
class Sum {
  bytes = 0
  readonly holds = new Set<LittleHold>()
  readonly mostBytes: number
  readonly kind: Kind

  constructor(mostBytes: number, kind: Kind) {
    this.mostBytes = mostBytes
    this.kind = kind
  }
}

/** What all strangers hold, or all organizations. */
class Kind {
  bytes = 0
  readonly owners = new Map<string | null, Sum>()
  readonly #ranks = new Ranks<Sum>()
  readonly #mostBytes: number
  readonly #mostOfOne: number

  constructor(capacityBytes: number, part: number, partOfOne: number) {
    this.#mostBytes = Math.max(leastBytes, capacityBytes * part)
    this.#mostOfOne = Math.max(leastBytes, capacityBytes * partOfOne)
  }

  sumOf(owner: string | null): Sum {
    const sum = this.owners.get(owner) ?? new Sum(owner === null ? this.#mostBytes : this.#mostOfOne, this)
    this.owners.set(owner, sum)
    return sum
  }

  count(sum: Sum, bytes: number): void {
    sum.bytes += bytes
    this.bytes += bytes
    this.#ranks.set(sum, sum.bytes)
  }

  /** Of whom somebody has to go while `sum`, or that of all, is used up. */
  tooMuch(sum: Sum): Sum | undefined {
    if (sum.bytes > sum.mostBytes) return sum
    return this.bytes > this.#mostBytes ? this.#ranks.first() : undefined
  }
}

/** What is held for one body, or one answer. */
export class LittleHold {
  bytes = 0
  isOver = false
  /** Where it counts; nowhere before it holds anything. */
  sum: Sum | null = null
  readonly holder: Holder
  /** Called when it has to make room: nothing of it counts any more then. */
  readonly cut: () => void
  readonly #all: LittleHolds

  constructor(memory: MemoryCounter, holder: Holder, cut: () => void) {
    this.holder = holder
    this.cut = cut
    this.#all = holdsOf(memory)
  }

  /** Holds so many bytes from now on; false where it has to go for them. */
  set(bytes: number): boolean {
    return this.#all.set(this, bytes + itselfBytes)
  }

  end(): void {
    this.#all.end(this)
  }
}

/** All that is held of one budget. */
class LittleHolds {
  readonly #lease: MemoryLease
  readonly #strangers: Kind
  readonly #organizations: Kind
  #bytes = 0
  #countedBytes = 0

  constructor(memory: MemoryCounter) {
    this.#lease = memory.open("little holds")
    this.#strangers = new Kind(memory.capacityBytes, parts.strangers, parts.network)
    this.#organizations = new Kind(memory.capacityBytes, parts.organizations, parts.organization)
  }

  set(hold: LittleHold, bytes: number): boolean {
    if (hold.isOver) return false
    const { isStranger, owner } = hold.holder
    const sum = hold.sum ?? (isStranger ? this.#strangers : this.#organizations).sumOf(owner)
    hold.sum = sum
    sum.holds.add(hold)
    const more = bytes - hold.bytes
    hold.bytes = bytes
    sum.kind.count(sum, more)
    this.#count(more)
    return this.#makesRoom(hold, sum)
  }

  end(hold: LittleHold): void {
    const { sum } = hold
    if (hold.isOver) return
    hold.isOver = true
    if (sum === null) return
    sum.holds.delete(hold)
    sum.kind.count(sum, -hold.bytes)
    if (sum.holds.size === 0) sum.kind.owners.delete(hold.holder.owner)
    this.#count(-hold.bytes)
  }

  /** Has others go for `kept` while there is too much; false where it is itself whose turn it is. */
  #makesRoom(kept: LittleHold, sum: Sum): boolean {
    for (let of = sum.kind.tooMuch(sum); of !== undefined; of = sum.kind.tooMuch(sum)) {
      const [longest] = of.holds
      if (longest === undefined || longest === kept) return false
      this.end(longest)
      longest.cut()
    }
    return true
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    const steps = Math.floor(this.#bytes / stepBytes) * stepBytes
    // Who comes and goes at the edge of a step is not counted each time.
    const isLess = this.#countedBytes - this.#bytes > stepBytes / 2
    if (steps > this.#countedBytes) this.#lease.keep(steps - this.#countedBytes)
    else if (isLess) this.#lease.give(this.#countedBytes - steps)
    else return
    this.#countedBytes = steps
  }
}

const holds = new WeakMap<MemoryCounter, LittleHolds>()

const holdsOf = (memory: MemoryCounter): LittleHolds => {
  const found = holds.get(memory) ?? new LittleHolds(memory)
  holds.set(memory, found)
  return found
}

/** Who reads the small answers that are made. */
const readers = new WeakMap<ServerResponse, readonly [ExchangeState, HttpServerRequest.HttpServerRequest]>()

/** Says for whom a small answer is. */
export const noteReader = (
  response: ServerResponse,
  exchange: ExchangeState,
  request: HttpServerRequest.HttpServerRequest
): void => void readers.set(response, [exchange, request])

/** What is held for the answers of a connection. */
const holdsOn = new WeakMap<ServerResponse["req"]["socket"], Set<LittleHold>>()

/** Called when `response` was ended: what the system has not taken of a small answer, or waits behind others on its connection, is held until then. */
export const holdUnread = (response: ServerResponse): void => {
  if (response.writableFinished || response.destroyed || (response.socket !== null && response.writableLength === 0)) {
    return
  }
  const reader = readers.get(response)
  if (reader === undefined) return
  const [exchange, request] = reader
  const { socket } = response.req
  const own = holdsOn.get(socket) ?? new Set<LittleHold>()
  holdsOn.set(socket, own)
  // All that waits on the connection goes with it, before anything else is cut for want of room.
  const cut = () => {
    for (const one of own) one.end()
    socket.destroy()
  }
  const hold = new LittleHold(exchange.memory, holderOf(exchange, request), cut)
  own.add(hold)
  response.once("close", () => {
    hold.end()
    own.delete(hold)
  })
  if (!hold.set(response.writableLength)) cut()
}
