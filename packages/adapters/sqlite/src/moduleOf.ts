/** The module of a thread, which stands beside this one as a source or built. */
export const moduleOf = (name: "writerThread" | "readerThread" | "checkThread"): URL =>
  new URL(import.meta.url.endsWith(".ts") ? `./${name}.ts` : `./${name}.js`, import.meta.url)
