/**
 * Tells which functions take the square of what they are called with, or worse: `node test/growth/main.ts [part of a path] [--lanes 2]`.
 */
import { parseArgs } from "node:util"
import { rules, shapesOf } from "./shapes.ts"
import { type Looked, lookAt } from "./steepFunctions.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { lanes: { type: "string", default: "2" } }
})
const shapes = shapesOf(rules)
const asked = shapes.functions.flatMap(({ file, name }, at) =>
  positionals.length === 0 || positionals.some((part) => `${file}#${name}`.includes(part)) ? [at] : []
)
console.log(`${asked.length} functions`)
const seen = ({ at, failed, growth, hangs }: Looked): void => {
  const { file, name } = shapes.functions[at]!
  if (hangs !== null) console.log(`HANGS ${file} ${name}: ${hangs}`)
  if (failed !== null) console.log(`FAILED ${file} ${name}: ${failed}`)
  for (const { length, millis, of, places, ratio, variant } of growth?.steep ?? [])
    console.log(
      `${file} ${name}: ${places.join(" ")} of ${of} (${variant}): ${length} takes ${millis} ms, ${ratio} times its half`
    )
}
const found = await lookAt(shapes, asked, { lanes: Number(values.lanes), quietMillis: 60_000, seen })
console.log(`${found.filter(({ growth }) => growth?.isCalled === false).length} of them take what cannot be made here`)
