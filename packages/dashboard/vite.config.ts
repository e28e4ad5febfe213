/** How the dashboard is built: hashed files under `files`, no inline script or style, so that a strict policy holds. */
import { join } from "node:path"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"
import { operations } from "./build/operations.ts"

export default defineConfig({
  root: import.meta.dirname,
  // A program may mount all of it below a path of its own: files name each other from where they are.
  base: "./",
  resolve: {
    alias: [
      // What stores of the router are read with brings its own copy of what React 19 has.
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: "use-sync-external-store/with-selector.js"
      },
      // React as Preact has it, for our own modules and for what they use (decision 0099).
      { find: /^react\/jsx-runtime$/, replacement: "preact/jsx-runtime" },
      { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
      { find: /^react(-dom)?$/, replacement: "preact/compat" }
    ]
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [tailwindcss(), operations()],
  build: {
    outDir: join(import.meta.dirname, "built"),
    emptyOutDir: true,
    assetsDir: "files",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What several screens share is one file: of two dozen small ones each is a request, and compressed by itself.
    rolldownOptions: {
      // How long its parts took, printed where a machine is busy, and directives of libraries for servers read like warnings to whoever installs.
      checks: { bundlerTimings: false, moduleLevelDirective: false },
      output: { codeSplitting: { groups: [{ name: "shared", test: /\.[jt]sx?$/, minShareCount: 3 }] } }
    },
    target: "es2023",
    chunkSizeWarningLimit: 400
  }
})
