/** How files are named. No segment of a path has an equals sign, so these are names that no blob has. */

/** Stands behind the path of a blob, so that one may be named like the folder of others. */
export const fileEnd = "="

/** The folder of what is being put. */
export const newFolder = "=new"
