/** The part of whatwg-mimetype that is used; the package has no types of its own. */
declare module "whatwg-mimetype" {
  /** The computed type of a resource that nobody named (mimesniff.spec.whatwg.org §7). */
  export function computedMIMEType(resource: Uint8Array): { readonly essence: string }
}
