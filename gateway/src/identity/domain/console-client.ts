/** The client identifier of the console at Timbre's own authorization server. */
export const consoleClientId = 'timbre-console';
