import { suite } from "@kittiwake/core/testing/feedReaderSuite"
import { layer } from "../src/FeedReader.ts"

suite("documents", layer)
