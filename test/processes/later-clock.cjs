// A module that is preloaded into a process. The module sets the clock of the process, and the
// dates in its responses, ahead by CLOCK_AHEAD_MS.
const { ServerResponse } = require('node:http');

const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + aheadMs);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + aheadMs;
  }
};

const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...head) {
  if (!this.hasHeader('date')) this.setHeader('Date', new Date().toUTCString());
  return writeHead.apply(this, head);
};
