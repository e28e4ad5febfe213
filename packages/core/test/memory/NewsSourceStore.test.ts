import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/newsSourceStoreSuite.ts"

suite("memory", layer)
