import { suite } from "@kittiwake/core/testing/imageReaderSuite"
import { layer } from "../src/ImageReader.ts"

suite("sharp", layer())
