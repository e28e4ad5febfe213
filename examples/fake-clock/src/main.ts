/** Prints the story of a month. */
import { aMonth } from "./month.ts"

const started = performance.now()
const month = await aMonth((line) => console.log(line))
console.log(`Every signature verified: ${month.events.every(({ verified }) => verified)}.`)
console.log(`A month took ${Math.round(performance.now() - started)} ms.`)
