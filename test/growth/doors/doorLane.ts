/** Looks at doors in a process of its own, which others can end. */
import { setImmediate } from "node:timers/promises"
import { doors } from "./doors.ts"
import { growthOfDoor, type Steep } from "./growthOfDoor.ts"

/** What a lane tells: where it is and with what, what it found, and how many units of a door it looked at. */
export type DoorTold =
  | { readonly kind: "beat"; readonly name: string; readonly at: number; readonly what: string }
  | { readonly kind: "found"; readonly name: string; readonly one: Steep }
  | { readonly kind: "done"; readonly name: string; readonly at: number }

const [first, seconds, ...names] = process.argv.slice(2)
const tell = (told: DoorTold) => {
  process.send!(told)
}

for (const [place, name] of names.entries()) {
  const door = doors.find((one) => one.name === name)!
  const steps = growthOfDoor(door, place === 0 ? Number(first) : 0, Number(seconds), (one) => {
    tell({ kind: "found", name, one })
  })
  for (;;) {
    const step = steps.next()
    if (step.done === true) {
      tell({ kind: "done", name, at: step.value })
      break
    }
    tell({ kind: "beat", name, at: step.value.at, what: JSON.stringify(step.value.unit) })
    // What is told goes out before the next unit is looked at, which may have no end.
    await setImmediate()
  }
}
process.disconnect()
