/** Puts a store behind a network that loses, delays and repeats nothing but the caller's certainty. */
import { StoreUnavailable } from "@kittiwake/core/StoreUnavailable"
import { Effect, Exit } from "effect"
import type { Incarnation } from "./Universe.ts"
import type { World } from "./World.ts"

const unavailable = (operation: string) => new StoreUnavailable({ operation, cause: new Error("simulated") })

/**
 * One call of a store. It happens whole at one instant, between two delays. Around that instant the store may be away,
 * the process may die, and the answer may be lost; whatever was written stays written.
 */
const call = <A, E, R>(
  world: World,
  caller: Incarnation,
  operation: string,
  args: ReadonlyArray<unknown>,
  method: Effect.Effect<A, E, R>
) =>
  Effect.callback<A, E | StoreUnavailable>((resume) => {
    const { universe, rates } = world
    const { chance } = universe
    const answer = (delay: number, exit: Exit.Exit<A, E | StoreUnavailable>) =>
      universe.after(delay, () => {
        if (caller.alive) resume(exit)
      })
    const cancel = universe.after(1 + chance.next() * 8, () => {
      if (!caller.alive) return
      if (world.storeAway || world.strikes("storeBefore", rates.storeBefore)) {
        answer(1, Exit.fail(unavailable(operation)))
        return
      }
      if (world.strikes("kill", rates.kill)) {
        world.kill(caller)
        return
      }
      const exit = world.commit(caller, operation, args, method)
      if (world.strikes("kill", rates.kill)) {
        world.kill(caller)
        return
      }
      if (world.strikes("storeAfter", rates.storeAfter))
        answer(1 + chance.next() * 3, Exit.fail(unavailable(operation)))
      else answer(chance.next() * 4, exit)
    })
    return Effect.sync(cancel)
  })

/** The same store, as one process reaches it. Every method and every effect of it goes through `call`. */
export const unreliable = <S extends object>(world: World, caller: Incarnation, name: string, store: S): S =>
  new Proxy(store, {
    get: (target, property, receiver) => {
      const member: unknown = Reflect.get(target, property, receiver)
      const operation = `${name}.${String(property)}`
      if (Effect.isEffect(member)) return call(world, caller, operation, [], member)
      if (typeof member !== "function") return member
      return (...args: ReadonlyArray<unknown>) =>
        call(world, caller, operation, args, Reflect.apply(member, target, args) as Effect.Effect<unknown, unknown>)
    }
  })
