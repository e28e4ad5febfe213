import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/deliveryStoreSuite.ts"

suite("memory", layer)
