import { json, Router, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { refuseInput } from '../issues';
import type { Settings } from '../store/settings';
import { taxpayerScenariosRouter } from './admin-router';
import { inScenario, scenarioById, SCENARIOS, type Scenario } from './catalogue';

/** The request header with the organization, which Timbre sends in a sandbox. */
const header = 'timbre-organization';

const switchBody = z.strictObject({
  scenarioId: z
    .enum(
      SCENARIOS.map(({ id }) => id),
      'There is no scenario of this name.',
    )
    .nullable(),
});

/**
 * Returns the store of the scenarios that organizations have activated. The store keeps its data after a
 * restart.
 */
function switchesOf(settings: Settings) {
  const key = (organization: string) => `switched.${organization}`;
  return {
    find(organization: string | undefined): Scenario | undefined {
      if (organization === undefined) return undefined;
      const id = settings.read<string | null>(key(organization), null);
      return id === null ? undefined : scenarioById(id);
    },
    put: (organization: string, id: string | null) => settings.write(key(organization), id),
  };
}

type Switches = ReturnType<typeof switchesOf>;

/**
 * Serves `/scenarios`, and runs every other request in the scenario that its organization has activated.
 */
export function scenarioSwitches(settings: Settings): Router {
  const switches = switchesOf(settings);
  return Router()
    .use('/scenarios', switchesRouter(switches), taxpayerScenariosRouter())
    .use(inTheScenarioOfRequests(switches));
}

const inTheScenarioOfRequests =
  (switches: Switches): RequestHandler =>
  (request, _response, next) =>
    inScenario(switches.find(request.get(header)), next);

/**
 * Serves `GET /scenarios`, which lists the published scenarios of documents, and `PUT /scenarios/switched`,
 * which activates or deactivates a scenario for an organization.
 */
function switchesRouter(switches: Switches): Router {
  return Router()
    .use(json({ limit: '1kb' }))
    .get('/', (request, response) => {
      const on = switches.find(request.get(header));
      const data = SCENARIOS.map(({ effect: _effect, ...scenario }) => ({
        ...scenario,
        active: scenario.id === on?.id,
      }));
      response.json({ data });
    })
    .put('/switched', (request, response: Response) => {
      const organization = request.get(header);
      if (!organization) return void response.status(404).end();
      const body = switchBody.safeParse(request.body);
      if (!body.success) return refuseInput(response, body.error);
      switches.put(organization, body.data.scenarioId);
      response.json({ scenarioId: body.data.scenarioId });
    });
}
