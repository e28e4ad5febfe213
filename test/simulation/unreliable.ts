/** Puts a store behind a network that loses, delays and repeats nothing but the caller's certainty. */
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect, Exit } from "effect"
import type { Incarnation } from "./Universe.ts"
import type { StoreCall, World } from "./World.ts"

const unavailable = (operation: string) =>
  new StoreUnavailable({ operation, cause: { message: "simulated" } as unknown as Error })

/**
 * One call of a store. It happens whole at one instant, between two delays. Around that instant the store may be away or
 * hang, the process may die or freeze, and the answer may be lost; whatever was written stays written.
 */
const reached = (world: World, caller: Incarnation, call: StoreCall) =>
  Effect.callback<unknown, StoreUnavailable>((resume) => {
    const { universe, rates } = world
    const { chance } = universe
    const answer = (delay: number, exit: Exit.Exit<unknown, unknown>) =>
      universe.after(delay, () => universe.tell(caller, () => resume(exit as Exit.Exit<unknown, StoreUnavailable>)))
    const fail = (delay: number) => answer(delay, Exit.fail(unavailable(call.operation)))
    const dies = () => {
      const strikes = world.strikes("kill", rates.kill)
      if (strikes) world.kill(caller)
      return strikes
    }
    const arrive = () => {
      if (!caller.alive) return
      if (world.storeAway || world.strikes("storeBefore", rates.storeBefore)) {
        fail(1)
        return
      }
      if (dies()) return
      if (world.strikes("hang", rates.hang)) {
        // The adapter gives a statement up after its deadline; what the store was told it may still do, at any time.
        if (chance.happens(0.7)) universe.after(chance.next() * 2 * world.leaseMillis, () => world.commit(caller, call))
        fail(world.leaseMillis / 2)
        return
      }
      const exit = world.commit(caller, call)
      if (dies()) return
      if (world.strikes("freeze", rates.freeze)) universe.freeze(caller, world.leaseMillis * (0.5 + chance.next() * 2))
      if (world.strikes("storeAfter", rates.storeAfter)) fail(1 + chance.next() * 3)
      else answer(chance.next() * 4, exit)
    }
    const cancel = universe.after(1 + chance.next() * 8, arrive)
    return Effect.sync(cancel)
  })

/** The same store, as one process reaches it. Every method and every effect of it goes through `reached`. */
export const unreliable = <S extends object>(world: World, caller: Incarnation, name: string, store: S): S =>
  new Proxy(store, {
    get: (target, property, receiver) => {
      const member: unknown = Reflect.get(target, property, receiver)
      const operation = `${name}.${String(property)}`
      if (Effect.isEffect(member))
        return reached(world, caller, { operation, args: [], make: () => member as Effect.Effect<unknown, unknown> })
      if (typeof member !== "function") return member
      const make = (given: ReadonlyArray<unknown>) =>
        Reflect.apply(member, target, given) as Effect.Effect<unknown, unknown>
      return (...args: ReadonlyArray<unknown>) => reached(world, caller, { operation, args, make })
    }
  })
