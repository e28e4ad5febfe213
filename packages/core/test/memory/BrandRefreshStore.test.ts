import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/brandRefreshStoreSuite.ts"

suite("memory", layer)
