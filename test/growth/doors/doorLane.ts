/** Looks at doors in a process of its own, which others can end. */
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
  const at = growthOfDoor(door, place === 0 ? Number(first) : 0, Number(seconds), {
    beat: (at, what) => {
      tell({ kind: "beat", name, at, what })
    },
    found: (one) => {
      tell({ kind: "found", name, one })
    }
  })
  tell({ kind: "done", name, at })
}
process.disconnect()
