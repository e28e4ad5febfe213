/** Under which name, and for which purpose, the installation keeps the key that blobs are sealed with. */
export const blobKeySecret = "blob key"
