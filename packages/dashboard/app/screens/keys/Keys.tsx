export const Keys = () => null
