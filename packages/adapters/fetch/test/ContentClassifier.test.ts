import { suite } from "@kittiwake/core/testing/contentClassifierSuite"
import { layer } from "../src/ContentClassifier.ts"

suite("file-type and looks", layer)
