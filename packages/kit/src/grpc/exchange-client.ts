import { itemAt } from '@timbre/fiscal';
import { outsideRequests } from '../telemetry/request-scope';
import type { Channel } from './channel';
import { openLane } from './lane';
import type { Transport } from './transport';

/**
 * The initial number of streams of a client; round robin distributes the streams over the replicas.
 */
const lanesMin = 2;
/** The maximum number of streams under load, so that the load reaches every replica. */
const lanesMax = 16;
const inFlightMax = 16;
/**
 * The time for which a stream is used, in milliseconds. Streams are renewed so that new replicas
 * also receive calls.
 */
const laneLifeMs = 60_000;
/**
 * The time for which the first streams of a client are used, in milliseconds. The time is short,
 * because all first streams open at the replica that connects first.
 */
const firstLifeMs = 2_000;

/** Sends calls over streams that are opened on demand and replaced when they end. */
export function createExchange(channel: Channel): Transport {
  const lanes: ReturnType<typeof openLane>[] = [];
  let opened = 0;
  let turn = 0;
  const open = () => {
    const lifeMs = opened++ < lanesMin ? firstLifeMs : laneLifeMs;
    // A stream is used for longer than the request that opens it, so it must not keep that
    // request's trace and identifier.
    return outsideRequests(() => openLane(channel.current(), lifeMs));
  };
  const add = () => itemAt(lanes, lanes.push(open()) - 1);
  const nextLane = (): ReturnType<typeof openLane> => {
    turn = (turn + 1) % Math.max(lanes.length, lanesMin);
    const lane = lanes[turn];
    if (!lane) return add();
    if (!lane.isOpen()) {
      if (lanes.length <= lanesMin) return (lanes[turn] = open());
      lanes.splice(turn, 1);
      return nextLane();
    }
    const isCrowded = lane.inFlight() >= inFlightMax && lanes.length < lanesMax;
    return isCrowded ? add() : lane;
  };
  let ofTurn: ReturnType<typeof openLane> | undefined;
  /**
   * Returns the stream for a call. Calls of one event loop turn use the same stream as long as it
   * has capacity.
   */
  const laneOfTurn = () => {
    if (ofTurn?.isOpen() && ofTurn.inFlight() < inFlightMax) return ofTurn;
    if (!ofTurn) setImmediate(() => (ofTurn = undefined));
    return (ofTurn = nextLane());
  };
  return {
    send: (call) => laneOfTurn().send(call),
    close: () => lanes.forEach((lane) => lane.close()),
  };
}
