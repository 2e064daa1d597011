import type { Client } from '@grpc/grpc-js';
import { outsideRequests } from '../process/request-scope';
import { inClientSpan } from './call-span';
import { openLane, type OutgoingCall } from './lane';

/** Streams of one client: round robin spreads them over the replicas of the service … */
const lanesMin = 2;
/** … and there are more while there is more to do, so that load reaches every replica. */
const lanesMax = 16;
const inFlightMax = 16;
/** A stream is renewed after this long, so that new replicas get their share. */
const laneLifeMs = 60_000;
/** The first ones sooner: they opened at whichever replica was connected first. */
const firstLifeMs = 2_000;

/** Sends one call; answers the response message's bytes or refuses. */
export type Exchange = (call: OutgoingCall) => Promise<Buffer>;

/** Calls over streams that open when first needed and are renewed when they end. */
export function createExchange(client: Client): { call: Exchange; close: () => void } {
  const lanes: ReturnType<typeof openLane>[] = [];
  let opened = 0;
  let turn = 0;
  const open = () => {
    const lifeMs = opened++ < lanesMin ? firstLifeMs : laneLifeMs;
    // A stream outlives the request that opens it, whose trace and identifier it must not keep.
    return outsideRequests(() => openLane(client, lifeMs));
  };
  const add = () => lanes[lanes.push(open()) - 1]!;
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
  /** Calls of one turn of the event loop go together while the lane has room. */
  const laneOfTurn = () => {
    if (ofTurn?.isOpen() && ofTurn.inFlight() < inFlightMax) return ofTurn;
    if (!ofTurn) setImmediate(() => (ofTurn = undefined));
    return (ofTurn = nextLane());
  };
  /** A server that closes an old connection refuses what opens on it just then; on another it is taken. */
  const send = async (call: OutgoingCall) => {
    const lane = laneOfTurn();
    try {
      return await lane.send(call);
    } catch (error) {
      if (!lane.wasRefused()) throw error;
      return laneOfTurn().send(call);
    }
  };
  return {
    call: (call) => inClientSpan(call.rpc, (carrier) => send({ ...call, ...carrier })),
    close: () => lanes.forEach((lane) => lane.close()),
  };
}
