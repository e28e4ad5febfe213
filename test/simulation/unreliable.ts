/** Puts stores behind a network that loses, delays and repeats nothing but the caller's certainty. */

import { BlobStoreUnavailable } from "@kittiwake/core/blobs/BlobStore"
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect, Exit } from "effect"
import type { Incarnation } from "./Universe.ts"
import type { StoreCall, World } from "./World.ts"

/** What is at the other end. */
export interface Network {
  readonly isAway: (world: World) => boolean
  readonly unavailable: (operation: string) => StoreUnavailable | BlobStoreUnavailable
  readonly commit: (world: World, caller: Incarnation, call: StoreCall, isHeard: boolean) => Exit.Exit<unknown, unknown>
}

const cause = { message: "simulated" } as unknown as Error

export const toDatabase: Network = {
  isAway: (world) => world.storeAway,
  unavailable: (operation) => new StoreUnavailable({ operation, cause }),
  commit: (world, caller, call, isHeard) => world.commit(caller, call, isHeard)
}

export const toBlobs: Network = {
  isAway: (world) => world.blobsAway,
  unavailable: (operation) =>
    new BlobStoreUnavailable({ operation, reason: "unreachable", message: "simulated", cause }),
  commit: (world, _caller, call) => world.commitBlob(call)
}

/**
 * One call of a store. It happens whole at one instant, between two delays. Around that instant the store may be away or
 * hang, the process may die or freeze, and the answer may be lost; whatever was written stays written.
 */
const reached = (world: World, caller: Incarnation, call: StoreCall, network: Network) =>
  Effect.callback<unknown, StoreUnavailable | BlobStoreUnavailable>((resume) => {
    const { universe, rates } = world
    const { chance } = universe
    const answer = (delay: number, exit: Exit.Exit<unknown, unknown>) =>
      universe.after(delay, () => universe.tell(caller, () => resume(exit as Exit.Exit<unknown, StoreUnavailable>)))
    const fail = (delay: number) => answer(delay, Exit.fail(network.unavailable(call.operation)))
    const dies = () => {
      const strikes = world.strikes("kill", rates.kill)
      if (strikes) world.kill(caller)
      return strikes
    }
    const arrive = () => {
      if (!caller.alive) return
      if (network.isAway(world) || world.strikes("storeBefore", rates.storeBefore)) {
        fail(1)
        return
      }
      if (dies()) return
      if (world.strikes("hang", rates.hang)) {
        // The adapter gives a statement up after its deadline; what the store was told it may still do, at any time.
        if (chance.happens(0.7))
          universe.after(chance.next() * 2 * world.leaseMillis, () => network.commit(world, caller, call, false))
        fail(world.leaseMillis / 2)
        return
      }
      const exit = network.commit(world, caller, call, true)
      if (dies()) return
      if (world.strikes("freeze", rates.freeze)) universe.freeze(caller, world.leaseMillis * (0.5 + chance.next() * 2))
      if (world.strikes("storeAfter", rates.storeAfter)) fail(1 + chance.next() * 3)
      else answer(chance.next() * 4, exit)
    }
    const cancel = universe.after(1 + chance.next() * 8, arrive)
    return Effect.sync(cancel)
  })

/** The same store, as one process reaches it. Every method and every effect of it goes through `reached`. */
export const overNetwork = <S extends object>(
  world: World,
  caller: Incarnation,
  name: string,
  store: S,
  network: Network
): S =>
  new Proxy(store, {
    get: (target, property, receiver) => {
      const member: unknown = Reflect.get(target, property, receiver)
      const operation = `${name}.${String(property)}`
      if (Effect.isEffect(member))
        return reached(
          world,
          caller,
          { operation, args: [], make: () => member as Effect.Effect<unknown, unknown> },
          network
        )
      if (typeof member !== "function") return member
      const make = (given: ReadonlyArray<unknown>) =>
        Reflect.apply(member, target, given) as Effect.Effect<unknown, unknown>
      return (...args: ReadonlyArray<unknown>) => reached(world, caller, { operation, args, make }, network)
    }
  })
