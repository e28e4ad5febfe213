export const Work = () => null
