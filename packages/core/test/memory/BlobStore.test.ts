import { layer } from "../../src/memory/BlobStore.ts"
import { suite } from "../../src/testing/blobStoreSuite.ts"

suite("memory", layer)
