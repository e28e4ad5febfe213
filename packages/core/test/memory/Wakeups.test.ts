import { layer } from "../../src/memory/Wakeups.ts"
import { suite } from "../../src/testing/wakeupsSuite.ts"

suite("memory", layer)
