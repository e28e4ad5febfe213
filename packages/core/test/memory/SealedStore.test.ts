import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/sealedStoreSuite.ts"

suite("memory", layer)
