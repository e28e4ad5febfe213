/**
 * Modules as V8 compiled them the last time; imported before everything else. `docs/decisions/0026-compile-cache.md` says why.
 *
 * Kept beside the installed packages, whose owner alone can write there, and not where Node puts it by itself: in the folder
 * for everybody's temporary files, another user could leave code there. Where nothing can be written it is not kept.
 */
import module from "node:module"
import { cacheFolder } from "./cacheFolder.ts"

// Not every Node that the packages run on has it.
module.enableCompileCache?.(cacheFolder)
