import { suite } from "@kittiwake/core/testing/sitemapReaderSuite"
import { layer } from "../src/SitemapReader.ts"

suite("htmlparser2", layer)
